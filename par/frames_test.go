package par_test

import (
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/par"
)

// TestFrames: a profile of par.For has at most four functions of ours between the body and the
// function that called For, or below which nothing is: on the caller, and on a thief.
func TestFrames(t *testing.T) {
	kit.Stealing(t)
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	wantFrames(t, par.On(pool))
	pool.Run(t.Context(), func(w *skua.Worker) error {
		wantFrames(t, par.On(w))
		wantFrames(t, par.Option{}) // at skua.Here()
		return nil
	})
}

// wantFrames runs a loop of two indices at a time, and looks at the stack of both bodies.
func wantFrames(t *testing.T, at par.Option) {
	var stacks [2][]string
	var ran atomic.Int32
	par.For(2, func(i int) {
		stacks[i] = functions()
		for ran.Add(1); ran.Load() < 2; {
			runtime.Gosched() // the other runs on the other worker
		}
	}, par.Grain(1), at)
	thieves := 0
	for _, all := range stacks {
		ours := all
		if end := slices.IndexFunc(all, func(f string) bool { return !ofSkua(f) }); end < 0 {
			thieves++ // runtime.goexit is not among them
		} else {
			ours = all[:end]
		}
		if len(ours) > 4 || len(ours) < 2 {
			t.Errorf("%d functions of ours below the body, want at most 4: %q", len(ours), ours)
		}
	}
	if thieves != 1 {
		t.Errorf("%d of the two bodies ran on a resident, want 1: %q", thieves, stacks)
	}
}

// functions returns the functions below the one that calls it, the innermost first.
func functions() (names []string) {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for more := true; more; {
		var f runtime.Frame
		if f, more = frames.Next(); f.Function != "runtime.goexit" {
			names = append(names, f.Function)
		}
	}
	return names
}

func ofSkua(function string) bool {
	return strings.HasPrefix(function, "github.com/skua-go/skua") && !strings.Contains(function, "/par_test.")
}
