//go:build unix

package files

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPlan_inputs(t *testing.T) {
	s := newScene(t, map[string]string{"workshop/a": "a", "far/b": "b", "workshop/d/x": "x", "workshop/far/b": "another"})
	if err := os.Symlink("../far", filepath.Join(s.top, "workshop/link")); err != nil {
		t.Fatal(err)
	}
	plan, err := s.planner.Plan(nil, []string{"a", "./a", "nothing", "", "/dev/null", "link/b", "a\x00b"})
	if err != nil || len(plan.Inputs) != 2 || plan.Inputs[0].Path != s.top+"/workshop/a" || plan.Inputs[1].Path != s.top+"/workshop/link/b" {
		t.Errorf("%+v, %v; want a and link/b", plan, err)
	}
	if _, err := s.planner.Plan(nil, []string{"d"}); err == nil || !strings.Contains(err.Error(), "input d is a directory") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := s.planner.Plan(nil, []string{"link/../far/b"}); err == nil || !strings.Contains(err.Error(), "symbolic link") {
		t.Errorf("up from a symbolic link: %v", err)
	}
}

func TestPlan_seesAChangedFile(t *testing.T) {
	s := newScene(t, map[string]string{"workshop/a": "one"})
	first, err := s.planner.Plan(nil, []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.top, "workshop/a"), []byte("two"), 0o644); err != nil {
		t.Fatal(err)
	}
	second, err := s.planner.Plan(nil, []string{"a"})
	if err != nil || second.Inputs[0].Sum != refOf("two").Sum || first.Inputs[0].Sum != refOf("one").Sum {
		t.Errorf("sums %s and %s, %v", first.Inputs[0].Sum, second.Inputs[0].Sum, err)
	}
}

func TestPlan_directories(t *testing.T) {
	s := newScene(t, map[string]string{"workshop/a": "", "workshop/out/old": "", "workshop/deep/er/old": "", "far/b.txt": "", "far/t/old": "", "etc/x": ""})
	far := filepath.Join(s.top, "far")
	plan, err := s.planner.Plan([]string{"tool", "out/{}", "--to=deep/er", "../etc/x", far + "/t/b.jpg", "cat a > out/x; ls deep"},
		[]string{"a", far + "/b.txt"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{far + "/t", s.top + "/workshop/deep", s.top + "/workshop/deep/er", s.top + "/workshop/out"}
	if !slices.Equal(plan.Dirs, want) {
		t.Errorf("directories %q, want %q", plan.Dirs, want)
	}
	if want := []string{far + "/t/b.jpg"}; !slices.Equal(plan.Named, want) {
		t.Errorf("named %q, want %q", plan.Named, want)
	}
}

func TestMapping(t *testing.T) {
	plan := &Plan{Dir: "/home/me/w", Inputs: []Ref{{Path: "/data/x.jpg"}, {Path: "/top.jpg"}, {Path: "/home/me/w/in"}, {Path: "/opt/run"}}}
	m := newMapping(plan, "/S")
	for _, test := range [][2]string{
		{"/data/x.jpg", "/S/data/x.jpg"},
		{"/data/x.png", "/S/data/x.png"},
		{"/data", "/S/data"},
		{"/data/", "/S/data/"},
		{"/database/x", "/database/x"},
		{"/data-2/x", "/data-2/x"},
		{"/data.old", "/data.old"},
		{"/top.jpg", "/S/top.jpg"},
		{"/top.png", "/S/top.png"},
		{"/top-small.png", "/S/top-small.png"},
		{"/topmost", "/topmost"},
		{"/", "/"},
		{"/etc/passwd", "/etc/passwd"},
		{"x/data/y", "x/data/y"},
		{"http://data/x", "http://data/x"},
		{"-I/data/inc", "-I/S/data/inc"},
		{"--to=/data/a:/home/me/w/b", "--to=/S/data/a:/S/home/me/w/b"},
		{"cat '/data/x.jpg' >/home/me/w/out; ls /home/me", "cat '/S/data/x.jpg' >/S/home/me/w/out; ls /home/me"},
		{"../../data/x", "../../data/x"},
		{"", ""},
	} {
		if got := m.word(test[0]); got != test[1] {
			t.Errorf("%q becomes %q, want %q", test[0], got, test[1])
		}
	}
	if got := m.words([]string{"/opt/run", "/opt/run"}); got[0] != "/S/opt/run" {
		t.Errorf("a program that is an input became %q", got[0])
	}
	if got := m.words([]string{"/data/tool", "/data/tool"}); !slices.Equal(got, []string{"/data/tool", "/S/data/tool"}) {
		t.Errorf("a program beside an input became %q", got[0])
	}
}
