package hash

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A Root is an argument that exists: a tree, or a file as a tree of its own.
type Root struct {
	key  string // as in the order: a directory ends in a slash
	info fs.FileInfo
}

// Roots looks at all arguments before anything is read. It answers with the roots
// among them, with those that are neither file nor directory and thus hold
// nothing to hash, and with an error for each that does not exist.
//
// As for find, a symbolic link is not followed unless a slash stands behind it.
func Roots(args []string) (roots []Root, skipped []string, err error) {
	var errs []error
	for _, arg := range args {
		info, err := os.Lstat(arg)
		switch {
		case err != nil:
			errs = append(errs, err)
		case info.IsDir() && isDir(arg), info.Mode().IsRegular():
			roots = append(roots, Root{arg, info})
		case info.IsDir():
			roots = append(roots, Root{arg + "/", info})
		default:
			skipped = append(skipped, arg)
		}
	}
	return roots, skipped, errors.Join(errs...)
}

// nested tells whether one tree is part of another, by their sorted keys. All
// keys between a prefix and its extension have that prefix too, so it suffices to
// look at neighbours.
func nested(keys []string) bool {
	for i := 1; i < len(keys); i++ {
		if isDir(keys[i-1]) && strings.HasPrefix(keys[i], keys[i-1]) {
			return true
		}
	}
	return false
}

func isDir(key string) bool { return strings.HasSuffix(key, "/") }

func trimSlash(path string) string {
	if path == "/" {
		return path
	}
	return strings.TrimSuffix(path, "/")
}

// 1,024 entries at a time; arbitrary, not measured.
const listBatch = 1024

// list returns the sorted keys of the regular files and directories in d, also
// those that it found before an error.
func (s *folders) list(d *folder, poll func()) (keys []string, err error) {
	at, err := s.enter(d)
	if err != nil {
		return nil, err
	}
	defer s.leave(d)
	f, err := scarce(s, at.list)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for err == nil {
		poll()
		var entries []fs.DirEntry
		entries, err = f.ReadDir(listBatch)
		for _, e := range entries {
			switch {
			case e.IsDir():
				keys = append(keys, e.Name()+"/")
			case e.Type().IsRegular():
				keys = append(keys, e.Name())
			}
		}
	}
	if err == io.EOF {
		err = nil
	}
	slices.Sort(keys)
	return keys, err
}
