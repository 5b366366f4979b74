package main

import (
	"testing"

	"github.com/skua-go/skua/bench/scoreboard/internal/score/scoretest"
)

func TestOutput(t *testing.T) {
	for n, want := range map[string]string{"1": "1", "2": "1", "20": "6765"} {
		for _, threads := range []string{"1", "2"} {
			head := "threads: " + threads + "\noutput: " + want + "\nruns:\n  - iteration_count: 1\n"
			if err := scoretest.Prints(program, head, n, threads); err != nil {
				t.Error(err)
			}
		}
	}
}
