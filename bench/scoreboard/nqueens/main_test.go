package main

import (
	"fmt"
	"testing"

	"github.com/skua-go/skua/bench/scoreboard/internal/score/scoretest"
)

func TestOutput(t *testing.T) {
	for n := 1; n <= 9; n++ {
		p := program
		p.Size = n
		head := fmt.Sprintf("threads: 2\noutput: %d\nruns:\n  - iteration_count: 1\n", solutions[n])
		if err := scoretest.Prints(p, head, "2"); err != nil {
			t.Error(err)
		}
	}
}
