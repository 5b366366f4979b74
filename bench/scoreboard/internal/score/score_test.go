package score_test

import (
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/bench/scoreboard/internal/score"
	"github.com/skua-go/skua/bench/scoreboard/internal/score/scoretest"
)

const head = "threads: 3\nruns:\n  - iteration_count: 1\n"

// same has its size for an answer.
var same = score.Program{
	Name: "same", Begins: score.Iterations,
	Run: func(_ *skua.Pool, n int) func() (int, error) { return score.Known(n, n) },
}

func TestSizeIsTheFirstArgument(t *testing.T) {
	if err := scoretest.Prints(same, head, "7", "3"); err != nil {
		t.Error(err)
	}
	for _, args := range [][]string{{}, {"0"}, {"x"}, {"1", "0"}, {"1", "-2"}} {
		if err := scoretest.Fails(same, args...); err != nil {
			t.Error(err)
		}
	}
}

func TestSizeIsTheProgram(t *testing.T) {
	p := same
	p.Size = 7
	if err := scoretest.Prints(p, head, "3"); err != nil {
		t.Error(err)
	}
	if err := scoretest.Fails(p, "none"); err != nil {
		t.Error(err)
	}
}

func TestWrongAnswer(t *testing.T) {
	p := same
	p.Run = func(_ *skua.Pool, n int) func() (int, error) { return score.Known(n, n+1) }
	if err := scoretest.Fails(p, "7", "2"); err != nil {
		t.Error(err)
	}
}
