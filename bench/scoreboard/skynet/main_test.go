package main

import (
	"testing"

	"github.com/skua-go/skua/bench/scoreboard/internal/score/scoretest"
)

func TestOutput(t *testing.T) {
	for _, depth := range []int{1, 2, 4} {
		p := program
		p.Size = depth
		if err := scoretest.Prints(p, "threads: 2\nruns:\n  - iteration_count: 1\n", "2"); err != nil {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}
