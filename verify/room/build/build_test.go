package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// dir has the two programs.
var dir string

func TestMain(m *testing.M) {
	if err := os.Chdir("../../.."); err != nil {
		panic(err)
	}
	var err error
	if dir, err = os.MkdirTemp("", "skua-room"); err != nil {
		panic(err)
	}
	if err := build(dir); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

type line struct {
	Nanoseconds, Speedup float64
	Real                 bool
	Workers              int
}

func run(t *testing.T, program string, args ...string) (l line) {
	t.Helper()
	cmd := exec.Command(filepath.Join(dir, program), args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	if err := json.Unmarshal(out, &l); err != nil {
		t.Fatalf("%v printed %q: %v", cmd, out, err)
	}
	return l
}

// TestSame: a program takes the same virtual time in every run, another one with another seed.
func TestSame(t *testing.T) {
	args := []string{"tree", "-p", "16", "depth=13"}
	first := run(t, "room", args...)
	for range expect.Size(1, 3, 3) {
		if again := run(t, "room", args...); again != first {
			t.Errorf("%+v, then %+v", first, again)
		}
	}
	if other := run(t, "room", "tree", "-p", "16", "-seed", "2", "depth=13"); other == first {
		t.Errorf("with another seed the same: %+v", other)
	}
}

// TestScales wants what the scheduler reaches on many virtual processors, less a tenth: a change that
// lets all workers change one word for each steal brings half of it.
func TestScales(t *testing.T) {
	type target struct {
		args  string
		least float64
	}
	few := []target{
		{"tree -p 2 depth=14", 1.95},
		{"tree -p 64", 53},
		{"regions -p 64 loops=20", 46},
		{"worker-one -p 16", 11},
		{"scope-all -p 16", 13},
		{"worker-all -p 16", 13},
		{"scope-one -p 16", 9},
	}
	most := append(few, target{"worker-one -p 64", 10}, target{"uts -p 16", 12.5})
	for _, c := range expect.Size(few, most, append(most, target{"tree -p 256", 130})) {
		if got := run(t, "room", strings.Fields(c.args)...).Speedup; got < c.least {
			t.Errorf("%s: %.1f times as fast as its work, want %.1f", c.args, got, c.least)
		}
	}
}

// TestRamp: the last of 64 workers of an idle pool comes long before the end of 63 wake-ups one after the
// other, each of 7 µs.
func TestRamp(t *testing.T) {
	if took := run(t, "room", "ramp", "-p", "64").Nanoseconds; took > 150_000 {
		t.Errorf("the 64th worker comes after %.0f ns, want 150,000 at most", took)
	}
}

// TestOwner: one owner of forks of 50 ns, which takes 20 µs alone, is hardly slowed down by 63 workers that
// look for work.
func TestOwner(t *testing.T) {
	if took := run(t, "room", "owner", "-p", "64").Nanoseconds; took > 30_000 {
		t.Errorf("the owner takes %.0f ns, want 30,000 at most", took)
	}
}

// TestEvery runs every program, in the room and for real.
func TestEvery(t *testing.T) {
	for _, args := range []string{
		"tree depth=6", "weak-tree each=32", "fib n=8", "uts root=20", "owner forks=20",
		"for each=64", "regions loops=3", "sort n=2000", "ramp index=1000",
		"scope-one n=100", "worker-one n=100", "scope-all n=100", "worker-all n=100", "wake gap=1000",
		"deque-chaselev n=100", "deque-abp n=100", "deque-split n=100", "deque-split-half n=100", "deque-bwos n=100", "deque-stealhalf n=100", "deque-locked n=100",
		"unit-tree levels=6", "spawn-tree levels=6", "queue-central each=64", "queue-deques each=64", "queue-fixed each=64",
		"classic-tree depth=6", "classic-uts root=20 victim=4", "classic-units levels=6",
	} {
		words := append([]string{strings.Fields(args)[0], "-p", "3"}, strings.Fields(args)[1:]...)
		for program, isReal := range map[string]bool{"room": false, "real": true} {
			if l := run(t, program, words...); l.Real != isReal || l.Nanoseconds <= 0 || l.Workers != 3 {
				t.Errorf("%s %s: %+v", program, args, l)
			}
		}
	}
}

// TestBadInput wants an error that says what was wrong.
func TestBadInput(t *testing.T) {
	for args, want := range map[string]string{
		"":                   "no program",
		"walk":               `no program "walk"`,
		"tree depth=x":       `"depth=x"`,
		"tree size=3":        "depth, leaf",
		"tree -p 0":          "1 to 1024",
		"tree -p 2000":       "1 to 1024",
		"tree -stalls -1":    "negative",
		"tree -timeline -1s": "negative",
		"tree -repeat 0":     "repeat",
		"tree -costs wake":   `"wake"`,
		"tree -keep treap":   "treap",
	} {
		out, err := exec.Command(filepath.Join(dir, "room"), strings.Fields(args)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("room %s: %v, %q, want %q", args, err, out, want)
		}
	}
}
