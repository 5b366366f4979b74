package images

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// places gives each entry of a directory one name, whatever path leads to it: the path of
// the directory without symbolic links, and the name of the entry, which may be a link
// itself. It remembers the directories. One goroutine at a time.
type places map[string]string

// foldsCase tells whether file systems take A and a for the same name, as those of macOS
// and Windows usually do.
const foldsCase = runtime.GOOS == "darwin" || runtime.GOOS == "windows"

// of returns the name of the entry that path leads to. Neither it nor its directory need
// exist.
func (p places) of(path string) string {
	dir, name := filepath.Split(path)
	place := filepath.Join(p.dir(filepath.Clean(dir)), name)
	if foldsCase {
		place = strings.ToLower(place)
	}
	return place
}

// dir returns the path of a directory without symbolic links, as far as it exists.
func (p places) dir(dir string) string {
	if known, ok := p[dir]; ok {
		return known
	}
	real, err := filepath.EvalSymlinks(dir)
	if parent := filepath.Dir(dir); errors.Is(err, fs.ErrNotExist) && parent != dir {
		real = filepath.Join(p.dir(parent), filepath.Base(dir))
	} else if err != nil {
		real = dir
	}
	if abs, err := filepath.Abs(real); err == nil {
		real = abs
	}
	p[dir] = real
	return real
}

// direct returns path without a .. that leads out of a symbolic link. The system takes
// link/.. for the directory above what link leads to, and filepath.Join for the one that
// link is in: what is joined with such a path would be elsewhere. Any other path is
// returned as it is, and so is one that does not exist, for the system refuses it.
func direct(path string) string {
	const up = ".."
	end := strings.LastIndex(path, up)
	for end >= 0 && !isElement(path, end, end+len(up)) {
		end = strings.LastIndex(path[:end], up)
	}
	if end < 0 {
		return path
	}
	head, tail := path[:end+len(up)], path[end+len(up):]
	there, err := os.Stat(head)
	if err != nil {
		return path
	}
	if joined, err := os.Stat(filepath.Clean(head)); err == nil && os.SameFile(there, joined) {
		return path
	}
	real, err := filepath.EvalSymlinks(head)
	if err != nil {
		return path
	}
	return real + tail
}

// isElement tells whether path[from:to] stands between separators.
func isElement(path string, from, to int) bool {
	return (from == 0 || os.IsPathSeparator(path[from-1])) && (to == len(path) || os.IsPathSeparator(path[to]))
}
