//go:build unix

package images

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/picture"
)

// TestSave_all: if one output cannot be written, none appears, and nothing is left behind.
func TestSave_all(t *testing.T) {
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 40, 40, 1))
	put(t, "out/10", nil) // a file where a directory is needed
	p := mustPlan(t, Options{Out: "out", Spec: specOf(t, "20", "10")}, "{w}/{name}.{ext}", "in.jpg")
	_, err := p.Works[0].Save([]picture.Output{{Data: []byte("one")}, {Data: []byte("two")}})
	if want := "cannot write out/10/in.jpg: not a directory"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
	if got := entries(t, "out/20"); got != "" {
		t.Errorf("out/20 holds %q, want nothing", got)
	}
}

// TestSave_directory: an output does not take the place of a directory.
func TestSave_directory(t *testing.T) {
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 40, 40, 1))
	if err := os.MkdirAll("out/in.jpg", 0o777); err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in.jpg")
	_, err := p.Works[0].Save([]picture.Output{{Data: []byte("one")}})
	if want := "cannot write out/in.jpg: is a directory"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
	if got := entries(t, "out"); got != "in.jpg" {
		t.Errorf("out holds %q", got)
	}
}

// TestSave_link: an output that is a link to another file takes the place of the link.
func TestSave_link(t *testing.T) {
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 40, 40, 1))
	put(t, "mine", []byte("mine"))
	put(t, "out/x", nil)
	if err := os.Symlink("../mine", "out/in.jpg"); err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in.jpg")
	save(t, p)
	if text, err := os.ReadFile("mine"); string(text) != "mine" {
		t.Errorf("the file behind the link is %q, error %v", text, err)
	}
	if info, err := os.Lstat("out/in.jpg"); err != nil || !info.Mode().IsRegular() {
		t.Errorf("the output is %v, error %v", info, err)
	}
}

// TestSave_mode: an output has the permissions of a new file.
func TestSave_mode(t *testing.T) {
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 40, 40, 1))
	save(t, mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in.jpg"))
	want, err := os.Stat("in.jpg")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.Stat("out/in.jpg"); err != nil || got.Mode() != want.Mode() {
		t.Errorf("the output has %v, error %v, want %v", got.Mode(), err, want.Mode())
	}
}

// TestBegin_leftovers: temporary files of runs that have ended go, those of a run under
// way stay, and so does all else.
func TestBegin_leftovers(t *testing.T) {
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 40, 40, 1))
	put(t, "out/"+tempPrefix+"LEFT"+tempSuffix, []byte("torn"))
	put(t, "out/mine.tmp", nil)
	held, err := createTemp("out")
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in.jpg")
	if err := p.Begin(); err != nil {
		t.Fatal(err)
	}
	if got, want := entries(t, "out"), filepath.Base(held.path)+" mine.tmp"; got != want {
		t.Errorf("out holds %q, want %q", got, want)
	}
	if err := held.rename("kept"); err != nil {
		t.Error(err)
	}
	held.remove()
	if got, want := entries(t, "out"), "kept mine.tmp"; got != want {
		t.Errorf("out holds %q, want %q", got, want)
	}
}

// TestBegin_unwritable: it is noticed before anything starts.
func TestBegin_unwritable(t *testing.T) {
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 40, 40, 1))
	put(t, "out", nil)
	err := mustPlan(t, Options{Out: "out/sub"}, "{name}.{ext}", "in.jpg").Begin()
	if err == nil || !strings.Contains(err.Error(), "cannot write into out/sub") {
		t.Errorf("error %v", err)
	}
}

// TestRead_changed: an input that is not the one of the plan is not read.
func TestRead_changed(t *testing.T) {
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 40, 40, 1))
	w := mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in.jpg").Works[0]
	if data, err := w.Read(); err != nil || len(data) == 0 {
		t.Errorf("%d bytes, error %v", len(data), err)
	}
	put(t, "in.jpg", jpegOf(t, 50, 40, 1))
	if _, err := w.Read(); err != errChanged {
		t.Errorf("error %v, want %v", err, errChanged)
	}
	time := w.in.Info.ModTime()
	if err := os.Chtimes("in.jpg", time, time); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Read(); err != errChanged {
		t.Errorf("with the old time: error %v, want %v", err, errChanged)
	}
}
