//go:build unix

package hash

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// TestSumFile_replaced gives names that no longer lead to what was listed. A pipe
// without a writer must not make it wait.
func TestSumFile_replaced(t *testing.T) {
	dir := t.TempDir()
	file, link, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink("file", link), syscall.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		path   string
		follow bool
		want   error // nil: it can be read
	}{
		{file, false, nil},
		{file, true, nil},
		{link, false, syscall.ELOOP},
		{link, true, nil},
		{pipe, false, errNotRegular},
		{pipe, true, errNotRegular},
		{dir, true, errNotRegular},
		{filepath.Join(dir, "gone"), false, os.ErrNotExist},
	}
	for _, test := range tests {
		_, size, err := sumFile(test.path, test.follow, func(int) {})
		if !errors.Is(err, test.want) || (err == nil) != (size == 1) {
			t.Errorf("%s, follow=%t: %d bytes, error %v; want %v", test.path, test.follow, size, err, test.want)
		}
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
	keys, err := list(dir, false, func() {})
	if want := []string{"a-b", "a/", "a0", "b"}; err != nil || !slices.Equal(keys, want) {
		t.Errorf("list is %q, %v; want %q", keys, err, want)
	}
	link := filepath.Join(dir, "link") + "/"
	if _, err := list(link, true, func() {}); err != nil {
		t.Errorf("root %s: %v; want what a slash makes of a link", link, err)
	}
	if _, err := list(link, false, func() {}); !errors.Is(err, syscall.ELOOP) && !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("%s in place of a directory: error %v, want ELOOP", link, err)
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
