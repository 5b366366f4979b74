package images

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skua-go/skua/cmd/internal/picture"
)

// walk adds the pictures below a directory, in the order of their names. The ending of a
// file's name says whether to take it; what it is, its content says. walk leaves out
// hidden files and directories, as a shell's * does, does not follow links to
// directories, and does not enter the directory of the outputs.
func (c *collector) walk(ctx context.Context, root string) {
	// A slash behind the root follows it if it is a link.
	filepath.WalkDir(root+string(filepath.Separator), func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil: // of a directory that cannot be read
			c.add(Input{Path: path, Err: bare(err)})
			return nil
		case d.IsDir():
			return c.enter(d, filepath.Clean(path) == filepath.Clean(root))
		case strings.HasPrefix(d.Name(), ".") || picture.OfName(path) == picture.SameFormat:
			return nil
		}
		if info, err := look(path); info == nil || !info.IsDir() {
			c.add(Input{Path: path, Below: below(root, path), Info: info, Err: err})
		}
		return nil
	})
}

// enter decides whether a walk goes into a directory.
func (c *collector) enter(d fs.DirEntry, isRoot bool) error {
	if isRoot {
		return nil
	}
	if strings.HasPrefix(d.Name(), ".") {
		return fs.SkipDir
	}
	if c.except != nil {
		if info, err := d.Info(); err == nil && os.SameFile(info, c.except) {
			return fs.SkipDir
		}
	}
	return nil
}

// below is the path from root to the directory of path, empty if that is root itself.
func below(root, path string) string {
	rel, err := filepath.Rel(root, filepath.Dir(path))
	if err != nil || rel == "." {
		return ""
	}
	return rel
}
