package images

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// currentAfter makes the outputs of in.jpg, lets change happen, and tells whether the next
// plan finds them up to date.
func currentAfter(t *testing.T, change func(o *Options)) bool {
	t.Helper()
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 40, 40, 1))
	o := Options{Out: "out", Spec: specOf(t, "20", "10")}
	p := mustPlan(t, o, "{name}-{w}.{ext}", "in.jpg")
	if p.Current != 0 {
		t.Error("up to date before anything was made")
	}
	save(t, p)
	change(&o)
	p = mustPlan(t, o, "{name}-{w}.{ext}", "in.jpg")
	return p.Current == 1
}

func TestUpToDate(t *testing.T) {
	older := time.Now().Add(-time.Hour)
	for _, c := range []struct {
		name   string
		change func(o *Options)
		want   bool
	}{
		{"nothing", func(*Options) {}, true},
		{"another limit", func(o *Options) { o.Spec = specOf(t, "20", "10"); o.Spec.MaxPixels = 1e6; o.Budget = 1e9 }, true},
		{"one size less", func(o *Options) { o.Spec = specOf(t, "10") }, true},
		{"--force", func(o *Options) { o.Force = true }, false},
		{"another quality", func(o *Options) { o.Spec = specOf(t, "20", "10"); o.Spec.Quality = 33 }, false},
		{"another size of the same name", func(o *Options) { o.Spec = specOf(t, "20", "10x9!") }, false},
		{"one size more", func(o *Options) { o.Spec = specOf(t, "20", "10", "5") }, false},
		{"an output is gone", func(*Options) { os.Remove("out/in-10.jpg") }, false},
		{"an output was changed and keeps its size", func(*Options) { put(t, "out/in-10.jpg", []byte("made OUT/in-10.jpg")) }, false},
		{"an output was changed and keeps its time", func(*Options) {
			info, err := os.Stat("out/in-10.jpg")
			if err != nil {
				t.Fatal(err)
			}
			put(t, "out/in-10.jpg", []byte("other"))
			os.Chtimes("out/in-10.jpg", info.ModTime(), info.ModTime())
		}, false},
		{"an output is a link", func(*Options) {
			os.Rename("out/in-10.jpg", "out/x")
			if err := os.Symlink("x", "out/in-10.jpg"); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"the input is older", func(*Options) { os.Chtimes("in.jpg", older, older) }, false},
		{"the ledger is gone", func(*Options) { os.Remove("out/" + ledgerName) }, false},
		{"the directory has moved", func(o *Options) { os.Rename("out", "moved"); o.Out = "moved" }, true},
		{"the ledger is torn", func(*Options) {
			text, err := os.ReadFile("out/" + ledgerName)
			if err != nil {
				t.Fatal(err)
			}
			put(t, "out/"+ledgerName, text[:len(text)-3])
		}, false},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			if got := currentAfter(t, c.change); got != c.want {
				t.Errorf("%s has changed: up to date %t, want %t", c.name, got, c.want)
			}
		})
	}
}

// TestUpToDate_otherDirectory: pictures of the same name, size and time in two directories,
// as those of cameras whose files have all one size, are not taken for each other.
func TestUpToDate_otherDirectory(t *testing.T) {
	dir := chdir(t)
	when := time.Now().Add(-time.Hour)
	for _, path := range []string{"a/x.jpg", "b/x.jpg"} {
		put(t, path, jpegOf(t, 40, 40, 1))
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	save(t, mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "a/x.jpg"))
	for path, want := range map[string]int{
		"a/x.jpg": 1, "./a/../a/x.jpg": 1, filepath.Join(dir, "a/x.jpg"): 1, "b/x.jpg": 0,
	} {
		if p := mustPlan(t, Options{Out: "out"}, "{name}.{ext}", path); p.Current != want {
			t.Errorf("after out/x.jpg was made of a/x.jpg: %s is up to date %d times, want %d", path, p.Current, want)
		}
	}
	if err := os.Mkdir("moved", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "out"} {
		if err := os.Rename(name, filepath.Join("moved", name)); err != nil {
			t.Fatal(err)
		}
	}
	if p := mustPlan(t, Options{Out: "moved/out"}, "{name}.{ext}", "moved/a/x.jpg"); p.Current != 1 {
		t.Error("inputs and outputs have moved together: want them up to date")
	}
}

// made writes a file called name into dir and notes it in a ledger.
func noteMade(t *testing.T, l *ledger, name, key string) {
	t.Helper()
	info, err := os.Stat(put(t, filepath.Join(l.dir, name), []byte(name+key)))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.add(name, key, info); err != nil {
		t.Fatal(err)
	}
}

func TestLedger_oddNames(t *testing.T) {
	dir := t.TempDir()
	names := []string{"a b.jpg", "new\nline", `quo"te`, "\xff", "ü"}
	l := openLedger(dir)
	for _, name := range names {
		noteMade(t, l, name, "k")
	}
	l = openLedger(dir)
	for _, name := range names {
		if !l.has(name, "k") || l.has(name, "other") {
			t.Errorf("%q is not as it was made by k", name)
		}
	}
}

// TestLedger_torn: a line after a torn one is whole.
func TestLedger_torn(t *testing.T) {
	dir := t.TempDir()
	noteMade(t, openLedger(dir), "a", "k")
	text, err := os.ReadFile(filepath.Join(dir, ledgerName))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, ledgerName), text[:len(text)-2])
	noteMade(t, openLedger(dir), "b", "k")
	if l := openLedger(dir); l.has("a", "k") || !l.has("b", "k") {
		t.Errorf("a is known: %t, b is known: %t; want only b", l.has("a", "k"), l.has("b", "k"))
	}
}

// TestLedger_foreign: a file of that name that is none of ours stays as it is.
func TestLedger_foreign(t *testing.T) {
	dir := t.TempDir()
	name := put(t, filepath.Join(dir, ledgerName), []byte("mine\n"))
	l := openLedger(dir)
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.add("a", "k", info); err == nil {
		t.Error("it was written to")
	}
	if err := l.compact(); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(name); string(text) != "mine\n" {
		t.Errorf("it is %q now, error %v", text, err)
	}
}

// TestLedger_compact: lines that no longer count go, the others stay.
func TestLedger_compact(t *testing.T) {
	dir := t.TempDir()
	l := openLedger(dir)
	for i := range 150 {
		noteMade(t, l, "a", fmt.Sprint(i))
	}
	noteMade(t, l, "b", "k")
	if err := l.compact(); err != nil {
		t.Fatal(err)
	}
	l = openLedger(dir)
	if l.lines > 3 || !l.has("a", "149") || !l.has("b", "k") {
		t.Errorf("%d lines, a %t, b %t; want 2 or 3 and both", l.lines, l.has("a", "149"), l.has("b", "k"))
	}
	noteMade(t, l, "c", "k")
	if l = openLedger(dir); !l.has("c", "k") || !l.has("b", "k") {
		t.Error("a line is missing that was written afterwards")
	}
}
