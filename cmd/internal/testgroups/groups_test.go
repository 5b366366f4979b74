package testgroups

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func names(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("Test%d", i))
	}
	return all
}

// TestPack: every test is in one group, groups are about equal and longest first, and their number
// is what the seconds and the grain make it.
func TestPack(t *testing.T) {
	known := map[string]float64{"Test0": 5, "Test1": 3, "Test2": 3, "Test3": 2, "Test4": 2}
	for _, c := range []struct {
		tests int
		plan  Plan
		want  string
	}{
		{5, Plan{Tests: known, Grain: 5, Most: 9}, "[5] [5] [5]"},
		{5, Plan{Tests: known, Grain: 7.5, Most: 9}, "[8] [7]"},
		{5, Plan{Tests: known, Grain: 1, Most: 2}, "[8] [7]"},
		{5, Plan{Tests: known, Grain: 99, Most: 9}, "[15]"},
		{6, Plan{Seconds: 6, Grain: 3, Most: 9}, "[3] [3]"}, // the tests are not known
		{3, Plan{Grain: 1, Most: 9}, "[1] [1] [1]"},         // nothing is known
		{0, Plan{Grain: 1, Most: 9}, ""},
	} {
		var got []string
		seen := map[string]int{}
		for _, g := range pack(names(c.tests), c.plan) {
			got = append(got, fmt.Sprint([]float64{g.weight}))
			for _, name := range g.tests {
				seen[name]++
			}
		}
		if strings.Join(got, " ") != c.want || len(seen) != c.tests {
			t.Errorf("%d tests, plan %+v: groups of %v, %v; want %s", c.tests, c.plan, got, seen, c.want)
		}
	}
}

// TestOnce: the arguments of groups select every test once, also one that no group was told of, and
// heed the user's -run and -skip.
func TestOnce(t *testing.T) {
	a := split([]string{"qemu", "x.test", "-test.paniconexit0", "-test.run=Test[0-6]", "-test.skip=Test3", "-test.v=true", "value"})
	if !slices.Equal(a.program, []string{"qemu", "x.test"}) || !a.mayDivide() {
		t.Fatalf("program %q, may be divided: %t", a.program, a.mayDivide())
	}
	groups := pack(a.selected(names(8)), Plan{Grain: 1, Most: 3})
	processes, err := prepare(a, groups, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	runs := map[string]int{}
	for _, p := range processes {
		run, _ := p.args.value("run")
		skip, _ := p.args.value("skip")
		for _, name := range append(names(8), "Test6New") {
			skipped := slices.ContainsFunc(strings.Split(skip, "|^"), func(s string) bool {
				return regexp.MustCompile("^" + strings.TrimPrefix(s, "^")).MatchString(name)
			})
			if regexp.MustCompile(run).MatchString(name) && !skipped {
				runs[name]++
			}
		}
		if p.args.rest[len(p.args.rest)-1] != "value" {
			t.Errorf("the arguments %q do not end with the user's", p.args.rest)
		}
	}
	if got := fmt.Sprint(runs); got != "map[Test0:1 Test1:1 Test2:1 Test4:1 Test5:1 Test6:1 Test6New:1]" {
		t.Errorf("tests run %s", got)
	}
}

func TestMayDivide(t *testing.T) {
	for flag, want := range map[string]bool{
		"-test.run=A/b": false, "-test.run=(": false, "-test.bench=.": false, "-test.shuffle=on": false, "-test.cpuprofile=x": false,
		"-test.gocoverdir=/user": false, "-test.count=2": true, "-test.skip=A/b": true, "-mine=1": true,
	} {
		a := split([]string{"x.test", "-test.paniconexit0", "-test.gocoverdir=/go", flag})
		if a.mayDivide() != want {
			t.Errorf("with %s: %t, want %t", flag, !want, want)
		}
	}
}

// TestMerge has what groups print, and what is printed of it.
func TestMerge(t *testing.T) {
	const none = "testing: warning: no tests to run\n"
	for _, c := range []struct {
		groups []string
		want   string
	}{
		{[]string{"PASS\n", "PASS\n"}, "PASS\n"},
		{[]string{"a\nPASS\ncoverage: 5% of x\nlast\n", "bPASS\n", "c\nPASS\n"}, "a\nlast\nb\nc\nPASS\n"},
		{[]string{"\x16=== RUN A\n\x16PASS\n", "\x16PASS\n"}, "\x16=== RUN A\n\x16PASS\n"},
		{[]string{none + "PASS\n", "a\nPASS\n"}, "a\nPASS\n"},
		{[]string{none + "PASS\n", none + "PASS\n"}, none + "PASS\n"},
		{[]string{"nothing", "more"}, "nothing\nmore"},
	} {
		var all []*process
		for _, text := range c.groups {
			p := &process{dir: t.TempDir()}
			if err := os.WriteFile(p.output(), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			all = append(all, p)
		}
		var b strings.Builder
		if err := merge(&b, all, nil); err != nil || b.String() != c.want {
			t.Errorf("%q are printed as %q, %v; want %q", c.groups, b.String(), err, c.want)
		}
	}
}

// TestProfile merges profiles of each mode.
func TestProfile(t *testing.T) {
	for mode, want := range map[string]string{"set": "1 0 1", "count": "3 0 4", "atomic": "3 0 4"} {
		p := profile{counts: map[string]uint64{}}
		for i, counts := range [][3]int{{1, 0, 0}, {2, 0, 4}} {
			if mode == "set" {
				counts = [3]int{min(counts[0], 1), 0, min(counts[2], 1)}
			}
			file := filepath.Join(t.TempDir(), "profile")
			text := fmt.Sprintf("mode: %s\na.go:1.1,2.2 3 %d\na.go:3.1,4.2 5 %d\nb.go:1.1,2.2 2 %d\n", mode, counts[0], counts[1], counts[2])
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := p.add(file); err != nil {
				t.Fatal(i, err)
			}
		}
		var got []string
		for _, block := range p.blocks {
			got = append(got, fmt.Sprint(p.counts[block]))
		}
		percent, err := p.percentage()
		if strings.Join(got, " ") != want || percent != 50 || err != nil {
			t.Errorf("mode %s: counts %v, want %s; %v%%, %v, want 50%%", mode, got, want, percent, err)
		}
	}
	if err := (&profile{}).line("rubbish"); err == nil {
		t.Error("rubbish is no profile")
	}
}
