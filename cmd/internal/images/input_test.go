//go:build unix

package images

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// told writes inputs as "path" or "path: why not".
func told(inputs []Input) []string {
	var all []string
	for _, in := range inputs {
		text := in.Path
		if in.Err != nil {
			text += ": " + in.Err.Error()
		}
		all = append(all, text)
	}
	return all
}

func TestInputs(t *testing.T) {
	chdir(t)
	for _, name := range []string{"a.jpg", "b.jpg", "-", "@x", "d/in.png"} {
		put(t, name, nil)
	}
	if err := os.Symlink("gone", "broken.jpg"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.jpg", "link.jpg"); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("pipe.jpg", 0o666); err != nil {
		t.Fatal(err)
	}
	put(t, "lines", []byte("a.jpg\n\nb.jpg\r\nlast"))
	put(t, "zeros", []byte("a.jpg\x00new\nline\x00"))
	for _, c := range []struct {
		args  string
		stdin string
		zero  bool
		want  []string
	}{
		{args: "a.jpg ./a.jpg d/../a.jpg b.jpg a.jpg", want: []string{"a.jpg", "b.jpg"}},
		{args: "a.jpg link.jpg", want: []string{"a.jpg", "link.jpg"}},
		{args: "gone broken.jpg", want: []string{"gone: no such file or directory", "broken.jpg: broken symbolic link"}},
		{args: "pipe.jpg /dev/null", want: []string{"pipe.jpg: is a named pipe, not a file", "/dev/null: is a device, not a file"}},
		{args: "d", want: []string{"d: is a directory (--recursive takes the pictures below it)"}},
		{args: "./@x ./-", want: []string{"./@x", "./-"}},
		{args: "@lines", want: []string{"a.jpg", "b.jpg\r: no such file or directory", "last: no such file or directory"}},
		{args: "@zeros", zero: true, want: []string{"a.jpg", "new\nline: no such file or directory"}},
		{args: "b.jpg -", stdin: "a.jpg\nb.jpg\n", want: []string{"b.jpg", "a.jpg"}},
		{args: "-", want: nil},
	} {
		l := Listing{Args: strings.Fields(c.args), Stdin: strings.NewReader(c.stdin), Zero: c.zero}
		if got := told(inputsOf(t, l)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.args, got, c.want)
		}
	}
}

// TestInputs_list: a list that cannot be read, or is none, is an error.
func TestInputs_list(t *testing.T) {
	chdir(t)
	put(t, "zeros", []byte("a\x00b\x00"))
	put(t, "long", []byte(strings.Repeat("x", maxPath+10)))
	for arg, want := range map[string]string{
		"@gone":  "open gone: no such file or directory",
		"@zeros": "zeros: path 1 has a zero byte; a list of paths that end in such needs -0",
		"@long":  fmt.Sprintf("long: a path of more than %d bytes: is it a list?", maxPath),
		"@.":     ".: is a directory",
	} {
		l := Listing{Args: []string{arg}}
		if in, err := l.Inputs(context.Background()); err == nil || err.Error() != want {
			t.Errorf("%s: %q, error %v, want %q", arg, told(in), err, want)
		}
	}
}

func TestInputs_recursive(t *testing.T) {
	chdir(t)
	for _, name := range []string{"in/b.JPG", "in/a.jpeg", "in/text.txt", "in/.hidden.jpg", "in/.git/x.jpg",
		"in/sub/c.webp", "in/sub/deep/d.tiff", "in/out/made.jpg", "other/e.jpg", "in/dir.jpg/f.gif"} {
		put(t, name, nil)
	}
	for _, link := range [][2]string{{"../../other/e.jpg", "in/sub/file.jpg"}, {"../other", "in/link"}, {"in", "root"}, {"gone", "in/lost.jpg"}, {"../other", "in/linked.jpg"}} {
		if err := os.Symlink(link[0], link[1]); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"a.jpeg", "b.JPG", "dir.jpg/f.gif", "lost.jpg: broken symbolic link", "sub/c.webp", "sub/deep/d.tiff", "sub/file.jpg"}
	for _, root := range []string{"in", "in/", "./in", "root", "in/sub/.."} {
		inputs := inputsOf(t, Listing{Args: []string{root}, Recursive: true, Except: "in/out"})
		var got []string
		for i, text := range told(inputs) {
			rel, err := filepath.Rel(filepath.Clean(root), text)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, rel)
			if path := strings.TrimSuffix(rel, ": broken symbolic link"); filepath.Join(inputs[i].Below, filepath.Base(path)) != path {
				t.Errorf("%s: %s is below %q", root, rel, inputs[i].Below)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", root, got, want)
		}
	}
	if got := told(inputsOf(t, Listing{Args: []string{"in", "in/sub"}, Recursive: true, Except: "in/out"})); len(got) != len(want) {
		t.Errorf("a directory within another: %q, want each file once", got)
	}
}

// TestInputs_cancel: a walk ends with the context.
func TestInputs_cancel(t *testing.T) {
	chdir(t)
	put(t, "in/a.jpg", nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := Listing{Args: []string{"in"}, Recursive: true}
	if in, err := l.Inputs(ctx); err != context.Canceled {
		t.Errorf("%q, error %v, want %v", told(in), err, context.Canceled)
	}
}
