package files

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Changes are what an item left in its sandbox.
type Changes struct {
	Files []Ref    // new or changed regular files, which may come back
	Left  []string // paths of those that may not, and of what is no regular file
}

// Changed finds what is new or changed since the inputs were added, and hashes it. Inputs with the
// content that they had do not count, nor what the item removed. Call it when no process of the
// item is left.
func (s *Sandbox) Changed() (Changes, error) {
	var c Changes
	err := fs.WalkDir(s.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		full := path.Join("/", name)
		if err != nil && d != nil && d.IsDir() {
			c.Left = append(c.Left, full) // cannot be read
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() || !s.plan.Allows(full) {
			c.Left = append(c.Left, full)
			return nil
		}
		ref, changed, err := s.look(name, full)
		if changed {
			c.Files = append(c.Files, ref)
		}
		return err
	})
	return c, err
}

// look hashes a file, unless it is an input that looks as it did before.
func (s *Sandbox) look(name, full string) (ref Ref, changed bool, err error) {
	info, err := s.root.Lstat(name)
	if err != nil {
		return Ref{}, false, err
	}
	before, isInput := s.inputs[name]
	if isInput && sameFile(before.info, info) {
		return Ref{}, false, nil
	}
	f, err := s.root.Open(name)
	if err != nil {
		return Ref{}, false, err
	}
	defer f.Close()
	sum, err := sumOfReader(f)
	if err != nil || isInput && sum == before.ref.Sum {
		return Ref{}, false, err
	}
	return Ref{Path: full, Sum: sum, Size: info.Size(), Mode: info.Mode().Perm(), Time: info.ModTime().UnixNano()}, true, nil
}

// sameFile tells whether a file is untouched: the same file, length and time, and where the system
// tells it, the same time of change, which no tool can set back.
func sameFile(before, after fs.FileInfo) bool {
	return os.SameFile(before, after) && before.Size() == after.Size() &&
		before.ModTime().Equal(after.ModTime()) && sameChange(before, after)
}

// Open opens a file of Changed for reading.
func (s *Sandbox) Open(ref Ref) (*os.File, error) { return s.root.Open(inside(ref.Path)) }

// Explain says in a few words what a host did not bring back; "" if nothing.
func (c *Changes) Explain() string {
	const some = 3
	if len(c.Left) == 0 {
		return ""
	}
	names := strings.Join(c.Left[:min(some, len(c.Left))], ", ")
	if more := len(c.Left) - some; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return "not brought back: " + names
}
