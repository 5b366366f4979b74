//go:build linux && (amd64 || arm64) && crashpoints

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain is also the processes of the rounds.
func TestMain(m *testing.M) {
	if !child() {
		os.Exit(m.Run())
	}
}

const root = "../../../.."

func names(t *testing.T) []string {
	t.Helper()
	all, err := pointNames("../..")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// at is a round in which the process at a place kills itself when it comes to a point the
// n-th time. Place 3 dies again and again, so that there is something to recover.
func at(name string, place, n int) *round {
	r := &round{rng: rand.New(rand.NewPCG(uint64(n), uint64(place))), tasks: 2000, spin: 4 * time.Microsecond}
	r.again = "claimed:20"
	r.crash[3] = r.again
	r.crash[place] = fmt.Sprintf("%s:%d", name, n)
	switch {
	case strings.HasPrefix(name, "rec-"): // others notice before the next one at the place does
		r.delay, r.tasks = 10*time.Millisecond, 10_000
	case name == "adopted": // a process that is stopped there has a hint that no other one sees
		r.stop[1], r.again = "popped:20", ""
		r.crash[3], r.stop[3] = "", "popped:20"
	case name == "lease-over":
		r.lease, r.again = 20*time.Millisecond, ""
		r.crash[3], r.stop[3] = "", "claimed:20"
	}
	return r
}

// TestEveryPoint kills a process at every point that the sources name, the submitter or
// another, the first time, the second and the tenth, and wants nothing lost. A point that
// no process ever came by fails the test.
func TestEveryPoint(t *testing.T) {
	var sum verdict
	for _, name := range names(t) {
		start := time.Now()
		var hits [3]int
		try := func(i, n, place int) {
			v := at(name, place, n).run()
			sum.add(v)
			hits[i] += min(v.points[name], 1)
			if err := v.err(); err != nil {
				t.Errorf("killed at %s:%d at place %d: %v\n%v", name, n, place, err, v)
			}
		}
		for _, place := range []int{1, 2} {
			for i, n := range []int{1, 2, 10} {
				try(i, n, place)
			}
		}
		for tries := 0; hits == [3]int{} && tries < 20; tries++ { // which process comes by is chance at some
			try(0, 1, 1+tries%2)
		}
		t.Logf("%-16s killed the 1st, 2nd, 10th time: %v of 2; %v", name, hits, time.Since(start).Round(time.Millisecond))
		if hits == [3]int{} {
			t.Errorf("nobody was killed at %q", name)
		}
	}
	t.Log(&sum)
}

// TestRandom makes some random rounds.
func TestRandom(t *testing.T) {
	if !torture(3*time.Second, 1, 5000, names(t)) {
		t.Error("see above")
	}
}

// TestRecoveryAlone does so with a program in which nobody heals what recovery has missed:
// no adoption by the idle, no look of the submitter at its own tasks. Then the loot list
// is left out, too, and that must be seen.
func TestRecoveryAlone(t *testing.T) {
	points := []string{"loot", "cut", "relabel", "pushed-loot", "popped", "claimed", "done", "rec-relabel", "rec-loot", "submit-word"}
	for _, c := range []struct {
		name    string
		patches []string
		sound   bool
	}{
		{"kept", []string{"shm-alone"}, true},
		{"no loot list", []string{"shm-alone", "shm-loot-not-recovered"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			binary := build(t, c.patches...)
			var sum verdict
			for _, name := range points {
				r := at(name, 2, 2)
				r.binary, r.plain = binary, true
				if !c.sound {
					r.hang = 3 * time.Second
				}
				v := r.run()
				sum.add(v)
				if err := v.err(); err != nil && c.sound {
					t.Errorf("killed at %s: %v\n%v", name, err, v)
				} else if err != nil {
					t.Logf("found at %s: %v", name, err)
					return
				}
			}
			t.Log(&sum)
			if !c.sound {
				t.Error("the loss was not seen")
			}
		})
	}
}

// build makes a program with these patches.
func build(t *testing.T, patches ...string) string {
	t.Helper()
	dir := t.TempDir()
	weave := exec.Command("go", "run", "./verify/weave", "-o", dir, "-patch", strings.Join(patches, ","))
	weave.Dir = root
	binary := filepath.Join(dir, "torture")
	make := exec.Command("go", "build", "-tags", "crashpoints", "-overlay", filepath.Join(dir, "overlay.json"), "-o", binary, ".")
	for _, cmd := range []*exec.Cmd{weave, make} {
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatal(strings.Join(cmd.Args, " "), err, string(out))
		}
	}
	return binary
}
