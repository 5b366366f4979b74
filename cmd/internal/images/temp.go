package images

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
)

// The names of temporary files. They have no extension of a picture, and are hidden: no
// walk takes them for one.
const (
	tempPrefix = ".skua-images-"
	tempSuffix = ".tmp"
)

// A temp is a file that has no name yet that anybody would look for. The process that
// writes it holds a lock on it, which ends with the process: so a later run can tell what
// was left behind from what is being written.
type temp struct {
	file *os.File
	path string
}

// createTemp creates a temporary file in dir, with the permissions of a new file.
func createTemp(dir string) (*temp, error) {
	for {
		path := filepath.Join(dir, tempPrefix+rand.Text()+tempSuffix)
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if err != nil {
			return nil, err
		}
		// Between the two calls a sweep may have taken it for a leftover: then it
		// has the lock, or had it and the file has no name any more.
		if lock(f) && named(f, path) {
			return &temp{f, path}, nil
		}
		f.Close()
	}
}

// named tells whether path still leads to the open file f.
func named(f *os.File, path string) bool {
	is, err := f.Stat()
	at, e := os.Lstat(path)
	return err == nil && e == nil && os.SameFile(is, at)
}

// rename gives the file a name in its directory, in the place of what had it.
func (t *temp) rename(name string) error {
	if !renamesOpen {
		t.file.Close()
	}
	return os.Rename(t.path, filepath.Join(filepath.Dir(t.path), name))
}

// remove ends the use of the file. One that was not renamed is gone.
func (t *temp) remove() {
	os.Remove(t.path) // fails after a rename
	t.file.Close()
}

// sweep removes the temporary files that killed runs left in dir.
func sweep(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	for {
		names, err := d.Readdirnames(1024) // arbitrary
		for _, name := range names {
			if strings.HasPrefix(name, tempPrefix) && strings.HasSuffix(name, tempSuffix) {
				removeIfLeft(filepath.Join(dir, name))
			}
		}
		if err != nil || len(names) == 0 {
			return
		}
	}
}
