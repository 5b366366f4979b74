package files

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// A Sandbox is a directory of its own for one item. Below it the paths of the item's plan are
// the same as on the submitter's machine: the command runs in Dir, and finds its inputs at their
// relative names; Words and Script give it the absolute ones. One goroutine uses a sandbox.
//
// It is a place, not a prison: a command can do on its machine what its user can.
//
// NOT: hard links to the store. A command that writes into its input in place would change the
// content for everybody; as root it may do so whatever the mode is. A copy is as cheap as a link
// where the file system shares blocks (copy_file_range, which io.Copy uses, does that on Btrfs and
// XFS).
type Sandbox struct {
	dir    string // absolute
	plan   *Plan
	root   *os.Root
	words  *mapping
	inputs map[string]input // by path below dir
}

// An input is a file as it was put into a sandbox.
type input struct {
	ref  Ref
	info fs.FileInfo
}

// NewSandbox makes a sandbox in the directory parent, which must exist, with the plan's
// directories. It has no inputs yet: Add each.
func NewSandbox(parent string, plan *Plan) (*Sandbox, error) {
	if !path.IsAbs(plan.Dir) || path.Clean(plan.Dir) != plan.Dir {
		return nil, fmt.Errorf("%q is not an absolute directory", plan.Dir)
	}
	dir, err := os.MkdirTemp(parent, "item-")
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{dir: dir, plan: plan, root: root, words: newMapping(plan, dir), inputs: map[string]input{}}
	for _, d := range append([]string{plan.Dir}, plan.Dirs...) {
		if err := root.MkdirAll(inside(d), 0o777); err != nil {
			s.Remove()
			return nil, err
		}
	}
	return s, nil
}

// inside is a path of the plan as a path below the sandbox.
func inside(name string) string {
	if name = strings.TrimPrefix(path.Clean(name), "/"); name == "" {
		return "."
	}
	return name
}

// Dir is where the command runs: the submitter's working directory in the sandbox.
func (s *Sandbox) Dir() string { return filepath.Join(s.dir, filepath.FromSlash(s.plan.Dir)) }

// Words returns the words of a command with the absolute paths that the plan knows in the
// sandbox. The program, which is the first word, stays unless it is an input.
func (s *Sandbox) Words(argv []string) []string { return s.words.words(argv) }

// Script does the same for a script.
func (s *Sandbox) Script(script string) string { return s.words.word(script) }

// Add copies an input of the plan from the store to its place. It returns ErrMissing if the store
// does not have the content; the caller gets that and adds the input again.
func (s *Sandbox) Add(store *Store, ref Ref) error {
	from, err := store.Open(ref)
	if err != nil {
		return err
	}
	defer from.Close()
	return s.add(from, ref)
}

func (s *Sandbox) add(from io.Reader, ref Ref) error {
	name := inside(ref.Path)
	if err := s.root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	to, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, ref.Mode.Perm()|0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if cerr := to.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		s.root.Remove(name)
		return err
	}
	return s.remember(name, ref)
}

// remember gives an input its mode and its time, and notes how the file looks before the command
// runs. The time is in the past in any case, so that a write changes it, however soon it comes.
func (s *Sandbox) remember(name string, ref Ref) error {
	modified := time.Unix(0, ref.Time)
	if past := time.Now().Add(-time.Minute); ref.Time == 0 || modified.After(past) {
		modified = past
	}
	if err := s.root.Chtimes(name, modified, modified); err != nil {
		return err
	}
	if err := s.root.Chmod(name, ref.Mode.Perm()); err != nil {
		return err
	}
	info, err := s.root.Lstat(name)
	s.inputs[name] = input{ref, info}
	return err
}

// Remove removes the sandbox with all that is in it.
func (s *Sandbox) Remove() error {
	s.root.Close()
	return RemoveAll(s.dir)
}

// RemoveAll is os.RemoveAll for a directory in which commands have run: they may have made parts of
// it read-only, which then keep their files.
func RemoveAll(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(name, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
