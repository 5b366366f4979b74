package main

import (
	"math/rand/v2"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
)

var modes = []string{"pure", "fail", "cancel", "goexit", "close", "resize", "poll"}

// limits are what the command line says about programs.
type limits struct {
	size    int    // most nodes of a tree; 0: chosen
	workers int    // 0: chosen
	without string // names of ops that no program contains, with commas
}

func randomConfig(r *rand.Rand, l limits) crew.Config {
	c := crew.Config{Workers: 1 + r.IntN(4)}
	c.Keep = [...]policy.Keep{policy.KeepHungry, policy.KeepHungry, policy.KeepAlways, policy.KeepNever}[r.IntN(4)]
	c.Expose = [...]policy.Expose{policy.ExposeHalf, policy.ExposeOne}[r.IntN(2)]
	if l.workers > 0 {
		c.Workers = l.workers
	}
	return c
}

// randomFeatures says what a program of the mode may contain. About half of them
// have one caller and no Blocking, so that the workers that run can be counted.
func randomFeatures(r *rand.Rand, mode string) feature {
	var f feature
	if r.IntN(2) == 0 {
		f |= guests | blocks
	} else if r.IntN(5) == 0 && mode != "goexit" && mode != "close" {
		f |= lined | blocks // no task may wait for another goroutine's call, which may be in line behind its own
	}
	if r.IntN(10) == 0 {
		f |= coarse
	}
	if r.IntN(20) == 0 {
		f |= slow
	}
	if r.IntN(20) == 0 && mode != "poll" { // a task that waits by polling keeps its place, too
		f |= knots
	}
	switch mode {
	case "fail":
		f |= fails
	case "cancel":
		f |= cancels
		if r.IntN(3) == 0 {
			f |= fails
		}
	case "goexit":
		f |= exits | guests
		if r.IntN(2) == 0 {
			f |= fails
		}
	case "close":
		f |= guests
		if r.IntN(3) == 0 {
			f |= fails | exits
		}
	case "resize":
		f |= resizes
	}
	return f
}
