//go:build unix

package hash

import (
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// handles are the ways to open a directory by its path: that of this system, and
// that of those that are no Unix.
var handles = map[string]func(path string) (handle, error){"own": openHandle, "root": openRootHandle}

// oddDir has an entry of each kind. Nothing writes into the pipe: to wait for that
// is for ever.
func oddDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := errors.Join(
		os.WriteFile(filepath.Join(dir, "file"), []byte("x"), 0o600),
		os.Mkdir(filepath.Join(dir, "dir"), 0o700),
		os.Symlink("file", filepath.Join(dir, "link")),
		os.Symlink("dir", filepath.Join(dir, "dirlink")),
		syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestOpenFile_replaced gives paths that no longer lead to what was listed.
func TestOpenFile_replaced(t *testing.T) {
	dir := oddDir(t)
	tests := []struct {
		name   string
		follow bool
		want   error // nil: it can be read
	}{
		{"file", false, nil},
		{"file", true, nil},
		{"link", false, syscall.ELOOP},
		{"link", true, nil},
		{"pipe", false, errNotRegular},
		{"pipe", true, errNotRegular},
		{"dir", true, errNotRegular},
		{"gone", false, os.ErrNotExist},
	}
	for _, test := range tests {
		f, err := openFile(filepath.Join(dir, test.name), test.follow)
		if !errors.Is(err, test.want) {
			t.Errorf("%s, follow=%t: error %v; want %v", test.name, test.follow, err, test.want)
		}
		if err != nil {
			continue
		}
		if sum, size, err := sumFile(f, func(int) {}); err != nil || size != 1 || sum != sha256.Sum256([]byte("x")) {
			t.Errorf("%s, follow=%t: %d bytes with the sum %v, error %v", test.name, test.follow, size, sum, err)
		}
	}
}

// TestHandle asks for entries of each kind as files and as directories.
func TestHandle(t *testing.T) {
	for way, open := range handles {
		t.Run(way, func(t *testing.T) {
			dir, err := open(oddDir(t) + "/")
			if err != nil {
				t.Fatal(err)
			}
			defer dir.close()
			for _, name := range []string{"file", "link", "dir", "dirlink", "pipe", "gone"} {
				f, err := dir.openFile(name)
				if (err == nil) != (name == "file") {
					t.Errorf("openFile(%s): %v", name, err)
				}
				if err == nil {
					if _, size, err := sumFile(f, func(int) {}); size != 1 || err != nil {
						t.Errorf("openFile(%s) has %d bytes, %v; want 1", name, size, err)
					}
				}
				sub, err := dir.openDir(name)
				if (err == nil) != (name == "dir") {
					t.Errorf("openDir(%s): %v", name, err)
				}
				if err == nil {
					sub.close()
				}
			}
		})
	}
}

// TestRootHandle replaces an entry after it was looked at and before it is opened.
func TestRootHandle(t *testing.T) {
	link := func(to string) func(string) error { return func(path string) error { return os.Symlink(to, path) } }
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o600) }
	for _, c := range []struct {
		name, by string
		replace  func(path string) error
	}{
		{"file", "a link to another", link("other")}, {"file", "a pipe", pipe},
		{"dir", "a link to another", link("otherdir")}, {"dir", "a pipe", pipe},
	} {
		dir := oddDir(t)
		put(t, filepath.Join(dir, "other"), "other")
		put(t, filepath.Join(dir, "otherdir/x"), "other")
		h, err := openRootHandle(dir)
		if err != nil {
			t.Fatal(err)
		}
		path, once := filepath.Join(dir, c.name), false
		root := rootHandle{h.(rootHandle).root, func() {
			if !once {
				if err := errors.Join(os.Rename(path, path+".moved"), c.replace(path)); err != nil {
					t.Error(err)
				}
			}
			once = true
		}}
		if c.name == "dir" {
			_, err = root.openDir(c.name)
		} else {
			_, err = root.openFile(c.name)
		}
		if err == nil || !once {
			t.Errorf("%s replaced by %s: no error", c.name, c.by)
		}
		h.close()
	}
}

// TestRootHandle_edited: a file that another takes the place of is read none the less.
func TestRootHandle_edited(t *testing.T) {
	dir := oddDir(t)
	path, once := filepath.Join(dir, "file"), false
	h, err := openRootHandle(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	root := rootHandle{h.(rootHandle).root, func() {
		if !once {
			put(t, path+".new", "longer")
			if err := os.Rename(path+".new", path); err != nil {
				t.Error(err)
			}
		}
		once = true
	}}
	f, err := root.openFile("file")
	if err != nil {
		t.Fatal(err)
	}
	if _, size, err := sumFile(f, func(int) {}); size != 6 || err != nil {
		t.Errorf("%d bytes, %v; want those of the new file", size, err)
	}
}

func TestList(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a-b", "a0", "b"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := errors.Join(os.Mkdir(filepath.Join(dir, "a"), 0o700), os.Symlink("a", filepath.Join(dir, "link")))
	if err != nil {
		t.Fatal(err)
	}
	for way, open := range handles {
		s := folders{limit: 1, openArg: open}
		for range 2 { // what was listed can be listed again
			keys, err := s.list(&folder{path: dir + "/"}, func() {})
			if want := []string{"a-b", "a/", "a0", "b"}; err != nil || !slices.Equal(keys, want) {
				t.Errorf("%s: list is %q, %v; want %q", way, keys, err, want)
			}
		}
		if _, err := s.list(&folder{path: filepath.Join(dir, "link") + "/"}, func() {}); err != nil {
			t.Errorf("%s: root link/: %v; want what a slash makes of a link", way, err)
		}
		s.close()
	}
}

func TestNested(t *testing.T) {
	tests := []struct {
		keys []string
		want bool
	}{
		{nil, false},
		{[]string{"a-b/", "a/", "a0/"}, false},
		{[]string{"a", "a"}, false},
		{[]string{"a/", "a/"}, true},
		{[]string{"a/", "a//"}, true},
		{[]string{"a/", "a/b", "c/"}, true},
		{[]string{"/", "/etc/"}, true},
		{[]string{"./", "./a/", "b/"}, true},
	}
	for _, test := range tests {
		if got := nested(test.keys); got != test.want {
			t.Errorf("nested(%q) is %t, want %t", test.keys, got, test.want)
		}
	}
}
