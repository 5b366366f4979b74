//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Names that a hostile host sends: none may be written.
func TestLanding_refusesHostileNames(t *testing.T) {
	s := newScene(t, map[string]string{"workshop/a.txt": "a", "far/b.txt": "b", "secret/key": "k"})
	if err := errors.Join(os.Symlink(filepath.Join(s.top, "secret"), filepath.Join(s.top, "workshop/link")),
		os.Symlink("../secret", filepath.Join(s.top, "workshop/rel")),
		os.Symlink(filepath.Join(s.top, "secret"), filepath.Join(s.top, "far/b"))); err != nil {
		t.Fatal(err)
	}
	plan, err := s.planner.Plan([]string{"t", "/"}, []string{"a.txt", filepath.Join(s.top, "far/b.txt")})
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return s.top + "/" + name }
	for _, name := range []string{
		"", "/", ".", "..", "a", "../x", "workshop/x", "/etc/cron.d/x", "/etc/passwd",
		at("workshop/../secret/x"), at("workshop/./x"), at("workshop//x"), at("workshop/x/"), at("workshop"), at("secret/key"),
		at("workshop/.bashrc"), at("workshop/.ssh/authorized_keys"), at("workshop/sub/.git/hooks/x"), at("workshop/\x00"),
		at("far/.b.txt"), at("far/c"), at("far"), at("far/b.txt/../c"), at("workshopx"), at("x"),
		at("workshop/link/key"), at("workshop/rel/key"), at("far/b/key"), // through symbolic links
	} {
		ref := refOf("evil")
		ref.Path = name
		landing := NewLanding(plan)
		if err := landing.Put(ref, strings.NewReader("evil")); err == nil {
			t.Errorf("%q was taken", name)
		}
		if err := landing.Commit(); err != nil {
			t.Error(err)
		}
	}
	if b, _ := os.ReadFile(at("secret/key")); string(b) != "k" {
		t.Error("the key was written")
	}
	if all, _ := filepath.Glob(at("*/.skua-*")); len(all) > 0 {
		t.Errorf("left behind: %v", all)
	}
}

func TestLanding_wholeOrAbsent(t *testing.T) {
	s := newScene(t, map[string]string{"workshop/a.txt": "a", "other": "other"})
	plan, err := s.planner.Plan(nil, []string{"a.txt"})
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(s.top, "workshop", name) }
	if err := os.Symlink(filepath.Join(s.top, "other"), at("link")); err != nil {
		t.Fatal(err)
	}
	landing := NewLanding(plan)
	for _, name := range []string{"new", "a.txt", "deep/er/x", "link"} {
		ref := refOf("content")
		ref.Path, ref.Mode = at(name), 0o755|os.ModeSetuid
		if err := landing.Put(ref, strings.NewReader("content")); err != nil {
			t.Fatal(err)
		}
	}
	bad := refOf("content")
	bad.Path = at("bad")
	if err := landing.Put(bad, strings.NewReader("another")); !errors.Is(err, ErrMismatch) {
		t.Errorf("another content: %v", err)
	}
	if b, _ := os.ReadFile(at("a.txt")); string(b) != "a" {
		t.Errorf("before Commit a.txt is %q", b)
	}
	if _, err := os.Stat(at("new")); err == nil {
		t.Error("new is there before Commit")
	}
	if err := landing.Commit(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"new", "a.txt", "deep/er/x", "link"} {
		info, err := os.Lstat(at(name))
		if b, _ := os.ReadFile(at(name)); string(b) != "content" || err != nil || info.Mode()&^0o777 != 0 {
			t.Errorf("%s is %q, %v, %v", name, b, info.Mode(), err)
		}
	}
	if b, _ := os.ReadFile(filepath.Join(s.top, "other")); string(b) != "other" {
		t.Error("a symbolic link was followed")
	}
	if all, _ := os.ReadDir(filepath.Join(s.top, "workshop")); len(all) != 4 {
		t.Errorf("%v: want a.txt, new, deep and link", all)
	}
}
