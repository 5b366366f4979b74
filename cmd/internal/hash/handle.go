package hash

import (
	"io"
	"io/fs"
	"os"
)

// A handle is an open directory. Its methods take names of entries, not paths, and
// follow no symbolic link. They may be called at the same time, but for close.
//
// On Unix it is a unixHandle, elsewhere a rootHandle, which is tested everywhere.
type handle interface {
	openDir(name string) (handle, error)
	openFile(name string) (io.ReadCloser, error) // of regular files alone
	list() (entries, error)                      // once
	stat() (fs.FileInfo, error)
	close() error
}

// entries is how a directory is read, piece by piece.
type entries interface {
	ReadDir(n int) ([]fs.DirEntry, error)
	Close() error
}

// rootHandle looks at a name before it opens it, and refuses what it opened if it
// is not the same: os.Root follows links that stay inside.
type rootHandle struct {
	root    *os.Root
	between func() // is called between the two; for tests
}

func openRootHandle(path string) (handle, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return rootHandle{root, func() {}}, nil
}

func (h rootHandle) openDir(name string) (handle, error) {
	was, err := h.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	h.between()
	// With the dot a pipe in its place is an error. Without, it would be waited for.
	root, err := h.root.OpenRoot(name + "/.")
	if err != nil {
		return nil, err
	}
	sub := rootHandle{root, h.between}
	if err := same(was, sub.stat); err != nil {
		root.Close()
		return nil, err
	}
	return sub, nil
}

// openFile gives a file another chance that was replaced while it was opened, as
// editors do.
func (h rootHandle) openFile(name string) (io.ReadCloser, error) {
	err := errReplaced
	for range 3 { // arbitrary
		var f *os.File
		if f, err = h.tryFile(name); err != errReplaced {
			return f, err
		}
	}
	return nil, err
}

func (h rootHandle) tryFile(name string) (*os.File, error) {
	was, err := h.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !was.Mode().IsRegular() {
		return nil, errNotRegular
	}
	h.between()
	f, err := h.root.OpenFile(name, os.O_RDONLY|noBlock, 0)
	if err != nil {
		return nil, err
	}
	if err := same(was, f.Stat); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (h rootHandle) list() (entries, error)     { return h.root.Open(".") }
func (h rootHandle) stat() (fs.FileInfo, error) { return h.root.Stat(".") }
func (h rootHandle) close() error               { return h.root.Close() }

// same returns errReplaced unless what stat looks at is was.
func same(was fs.FileInfo, stat func() (fs.FileInfo, error)) error {
	now, err := stat()
	if err == nil && !os.SameFile(was, now) {
		err = errReplaced
	}
	return err
}
