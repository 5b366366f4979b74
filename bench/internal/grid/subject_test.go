package grid

import (
	"errors"
	"runtime"
	"testing"
	"time"
)

// tiny is a plan that measures each way, and nothing for long.
var tiny = Plan{Sizes: []int{0, 1, 1000}, Costs: []time.Duration{1, 10}, Limit: time.Hour, Least: 1}

// TestSubjects: par and the serial loop come to the same, and each cell has all times.
func TestSubjects(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	names := map[string]bool{}
	for _, s := range Subjects() {
		if names[s.Name] {
			t.Errorf("two subjects are called %s", s.Name)
		}
		names[s.Name] = true
		for workers := 1; workers <= 2; workers++ {
			cells := 0
			err := tiny.Measure(s, workers, func(c Cell) error {
				cells++
				if c.Par <= 0 || c.Value <= 0 || c.Inline <= 0 || (c.Halves > 0) != (workers == 2 && c.N > 1) || c.Rounds < 1 {
					t.Errorf("a cell without a time: %+v", c)
				}
				return nil
			})
			want := 2 * len(tiny.Sizes)
			if s.Bare {
				want /= 2
			}
			if err != nil || cells != want {
				t.Errorf("%s: %d cells, want %d; error %v", s.Name, cells, want, err)
			}
		}
	}
}

// TestMeasure_left: what takes longer than the limit is left out, and an error of who is told ends it.
func TestMeasure_left(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	p := Plan{Sizes: []int{0, 1, 1_000_000_000}, Costs: tiny.Costs, Limit: time.Second / 2, Least: 1}
	cells := 0
	if err := p.Measure(loops[0], 1, func(Cell) error { cells++; return nil }); err != nil || cells != 4 {
		t.Errorf("%d cells and error %v, want 4: those of a billion elements are left out", cells, err)
	}
	full := errors.New("the disk is full")
	if err := p.Measure(loops[0], 1, func(Cell) error { return full }); err != full {
		t.Errorf("error %v, want %v", err, full)
	}
}

// TestMeasure_wrong: a result that is not the serial loop's ends the run.
func TestMeasure_wrong(t *testing.T) {
	one, two := func() uint64 { return 1 }, func() uint64 { return 2 }
	c := Cell{Function: "Wrong"}
	if err := c.measure(ways{par: one, value: two}, tiny); err == nil {
		t.Error("no error where par's result is wrong")
	}
}
