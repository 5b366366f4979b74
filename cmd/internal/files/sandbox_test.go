//go:build unix

package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// a scene has a submitter's tree with a working directory, and a host's store and directory
// for sandboxes.
type scene struct {
	t       *testing.T
	top     string // the tree
	planner *Planner
	store   *Store
	parent  string
}

func newScene(t *testing.T, tree map[string]string) *scene {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range tree {
		writeFile(t, filepath.Join(top, name), content)
	}
	if err := os.MkdirAll(filepath.Join(top, "workshop"), 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := NewPlanner(filepath.Join(top, "workshop"))
	if err != nil {
		t.Fatal(err)
	}
	return &scene{t, top, p, openStore(t, t.TempDir(), 0), t.TempDir()}
}

func writeFile(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(name, old, old); err != nil {
		t.Fatal(err)
	}
}

// sandbox plans an item and makes its sandbox, with all inputs.
func (s *scene) sandbox(words, names []string) (*Plan, *Sandbox) {
	s.t.Helper()
	plan, err := s.planner.Plan(words, names)
	if err != nil {
		s.t.Fatal(err)
	}
	box, err := NewSandbox(s.parent, plan)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if err := box.Remove(); err != nil {
			s.t.Error(err)
		}
	})
	for _, in := range plan.Inputs {
		if err := box.Add(s.store, in); !errors.Is(err, ErrMissing) && !s.store.Has(in) {
			s.t.Fatalf("add before the content is there: %v", err)
		}
		f, err := os.Open(in.Path)
		if err != nil {
			s.t.Fatal(err)
		}
		if err := errors.Join(s.store.Put(in, f), f.Close(), box.Add(s.store, in)); err != nil {
			s.t.Fatal(err)
		}
	}
	return plan, box
}

// back brings the changes home and returns their paths below top.
func (s *scene) back(plan *Plan, box *Sandbox) []string {
	s.t.Helper()
	changes, err := box.Changed()
	if err != nil {
		s.t.Fatal(err)
	}
	landing := NewLanding(plan)
	defer landing.Abort()
	var out []string
	for _, ref := range changes.Files {
		f, err := box.Open(ref)
		if err != nil {
			s.t.Fatal(err)
		}
		if err := landing.Put(ref, f); err != nil {
			s.t.Fatal(err)
		}
		f.Close()
		out = append(out, strings.TrimPrefix(ref.Path, s.top+"/"))
	}
	if err := landing.Commit(); err != nil {
		s.t.Fatal(err)
	}
	return out
}

func TestSandbox_inputsAndResultsByEveryKindOfName(t *testing.T) {
	s := newScene(t, map[string]string{"workshop/in/a.txt": "a", "up/b.txt": "b", "far/c.txt": "c", "workshop/out/old": ""})
	c := filepath.Join(s.top, "far/c.txt")
	words := []string{"tool", "in/a.txt", "../up/b.txt", c, "-o" + "x", "--thumb=" + filepath.Join(s.top, "far/c.png"), "out/z"}
	plan, box := s.sandbox(words, []string{"in/a.txt", "../up/b.txt", c})
	got := box.Words(words)
	if got[1] != "in/a.txt" || got[2] != "../up/b.txt" || got[0] != "tool" {
		t.Errorf("relative words were changed: %q", got)
	}
	for i, name := range map[int]string{1: "a", 2: "b", 3: "c"} {
		file := got[i]
		if !filepath.IsAbs(file) {
			file = filepath.Join(box.Dir(), file)
		}
		if b, err := os.ReadFile(file); string(b) != name {
			t.Errorf("word %q is %q, %v in the sandbox; want %q", got[i], b, err, name)
		}
	}
	// What a command would do with these words.
	thumb := strings.TrimPrefix(got[5], "--thumb=")
	for _, name := range []string{thumb, filepath.Join(box.Dir(), "in/a.png"), filepath.Join(box.Dir(), "../up/b.png"), filepath.Join(box.Dir(), "out/z")} {
		if err := os.WriteFile(name, []byte("new"), 0o755); err != nil {
			t.Error(err)
		}
	}
	want := []string{"far/c.png", "up/b.png", "workshop/in/a.png", "workshop/out/z"}
	if got := s.back(plan, box); !slices.Equal(got, want) {
		t.Errorf("came back: %q, want %q", got, want)
	}
	for _, name := range want {
		if b, err := os.ReadFile(filepath.Join(s.top, name)); string(b) != "new" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
}

// An input that the command writes in place comes back, and the store has the old content.
func TestSandbox_writeInPlace(t *testing.T) {
	s := newScene(t, map[string]string{"workshop/a": "old!", "workshop/b": "same", "workshop/c": "time", "workshop/d": "gone"})
	if err := os.Chmod(filepath.Join(s.top, "workshop/a"), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, box := s.sandbox(nil, []string{"a", "b", "c", "d"})
	at := func(name string) string { return filepath.Join(box.Dir(), name) }
	before, err := os.Stat(at("a"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(at("a"), os.O_WRONLY, 0) // same inode, same length
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "new!")
	f.Close()
	os.Chtimes(at("a"), before.ModTime(), before.ModTime()) // as tools do that keep dates
	os.Chtimes(at("c"), time.Now(), time.Now())             // touched only
	os.Remove(at("d"))
	if got := s.back(plan, box); !slices.Equal(got, []string{"workshop/a"}) {
		t.Errorf("came back: %q, want only workshop/a", got)
	}
	if b, _ := os.ReadFile(filepath.Join(s.top, "workshop/a")); string(b) != "new!" {
		t.Errorf("a is %q", b)
	}
	if b, err := os.ReadFile(s.store.path(plan.Inputs[0].Sum)); string(b) != "old!" {
		t.Errorf("the store's content became %q, %v", b, err)
	}
}

func TestSandbox_whatDoesNotComeBack(t *testing.T) {
	s := newScene(t, map[string]string{"workshop/a": "a", "far/b.txt": "b"})
	plan, box := s.sandbox(nil, []string{"a", filepath.Join(s.top, "far/b.txt")})
	for _, name := range []string{"workshop/.hidden", "workshop/.git/hooks/post", "workshop/sub/.x", "far/other", "elsewhere", "far/.b.txt", "workshop/ok"} {
		writeFile(t, filepath.Join(box.dir, s.top, name), "x")
	}
	os.Symlink("/etc/passwd", filepath.Join(box.Dir(), "link"))
	os.Symlink("/etc", filepath.Join(box.Dir(), "dir"))
	syscall.Mkfifo(filepath.Join(box.Dir(), "fifo"), 0o600)
	changes, err := box.Changed()
	if err != nil || len(changes.Files) != 1 || len(changes.Left) != 9 {
		t.Errorf("%d files, left %q, %v; want 1, and 9 left", len(changes.Files), changes.Left, err)
	}
	if e := changes.Explain(); !strings.HasSuffix(e, " and 6 more") {
		t.Errorf("explained as %q", e)
	}
	if got := s.back(plan, box); !slices.Equal(got, []string{"workshop/ok"}) {
		t.Errorf("came back: %q", got)
	}
}

// A sandbox that comes from elsewhere cannot write outside of itself.
func TestSandbox_hostilePlan(t *testing.T) {
	s := newScene(t, nil)
	ref := put(t, s.store, "x")
	for _, dir := range []string{"", "workshop", "/a/../..", "../x"} {
		if _, err := NewSandbox(s.parent, &Plan{Dir: dir}); err == nil {
			t.Errorf("a plan in %q was taken", dir)
		}
	}
	box, err := NewSandbox(s.parent, &Plan{Dir: "/w", Dirs: []string{"/../../../d"}})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Remove()
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(box.dir, "out")); err != nil {
		t.Fatal(err)
	}
	ref.Path = "/out/x"
	if err := box.Add(s.store, ref); err == nil {
		t.Error("an input was written through a symbolic link")
	}
	ref.Path = "/../../../../../x"
	if err := box.Add(s.store, ref); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(box.dir, "x")); err != nil {
		t.Error(err)
	}
}

func TestSandbox_removesReadOnlyDirectories(t *testing.T) {
	s := newScene(t, map[string]string{"workshop/a": "a"})
	_, box := s.sandbox(nil, []string{"a"})
	if err := errors.Join(os.Mkdir(filepath.Join(box.Dir(), "d"), 0o755),
		os.WriteFile(filepath.Join(box.Dir(), "d", "f"), nil, 0o444), os.Chmod(filepath.Join(box.Dir(), "d"), 0o555)); err != nil {
		t.Fatal(err)
	}
	if err := box.Remove(); err != nil {
		t.Error(err)
	}
}
