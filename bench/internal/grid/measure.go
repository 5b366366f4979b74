package grid

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// A Plan says which cells a run has, and how long it takes for one.
type Plan struct {
	Sizes  []int
	Costs  []time.Duration
	Limit  time.Duration // a cell that would take a serial loop longer is left out
	Budget time.Duration // rounds of a cell go on for so long
	Least  int           // and are as many at least
}

// Whole is the plan of the numbers to show, Quick one that takes some minutes.
var (
	Whole = Plan{
		Sizes: []int{0, 1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000},
		Costs: []time.Duration{1, 10, 100, 1_000},
		Limit: 200 * time.Millisecond, Budget: 100 * time.Millisecond, Least: 7,
	}
	Quick = Plan{
		Sizes: Whole.Sizes, Costs: Whole.Costs,
		Limit: 5 * time.Millisecond, Budget: 20 * time.Millisecond, Least: 5,
	}
)

const (
	sample     = 150 * time.Microsecond // short calls are repeated for so long
	mostRounds = 101
)

// Measure measures all cells of a subject, with as many processors as workers, and tells each as soon as
// it is measured.
func (p Plan) Measure(s Subject, workers int, tell func(Cell) error) error {
	runtime.GOMAXPROCS(workers)
	costs := p.Costs
	if s.Bare {
		costs = costs[:1]
	}
	for _, cost := range costs {
		steps := 0
		if cost > 1 {
			steps = gauge.StepsFor(cost * time.Nanosecond)
		}
		serial := time.Duration(0)
		for k, n := range p.Sizes {
			if k > 0 && p.Sizes[k-1] > 0 && serial*time.Duration(n/p.Sizes[k-1]) > p.Limit {
				break
			}
			c := Cell{Function: s.Name, Workers: workers, Cost: cost, N: n}
			if err := c.measure(s.start(n, steps), p); err != nil {
				return err
			}
			if serial = time.Duration(c.Value); serial > p.Limit {
				break
			}
			if err := tell(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure runs the ways in turns. Each round begins with another way.
func (c *Cell) measure(w ways, p Plan) error {
	if w.inline == nil {
		w.inline = func(int, int) uint64 { return w.value() }
	}
	if ours, theirs := w.par(), w.value(); ours != theirs {
		return fmt.Errorf("%s of %d elements: par's result is %d, the serial loop's %d", c.Function, c.N, ours, theirs)
	}
	runtime.GC() // what the cell before has left is not this one's
	runs := []func() uint64{w.par, w.value, func() uint64 { return w.inline(0, c.N) }, func() uint64 { return halves(w, c.N) }}
	if c.Workers < 2 || c.N < 2 {
		runs = runs[:3]
	}
	times := 1
	for _, run := range runs[:2] {
		took := repeat(run, 1)
		times = max(times, int(sample/max(took, 1)))
	}
	for _, run := range runs[:2] { // the first call is slow, so this one tells
		if took := repeat(run, times); took > 3*sample {
			times = max(1, int(time.Duration(times)*sample/took))
		}
	}
	clock := repeat
	if c.Workers < 2 {
		clock = used
	}
	took := make([][]float64, len(runs))
	for begin := time.Now(); c.Rounds < p.Least || c.Rounds < mostRounds && time.Since(begin) < p.Budget; c.Rounds++ {
		for k := range runs {
			k = (k + c.Rounds) % len(runs)
			took[k] = append(took[k], float64(clock(runs[k], times))/float64(times))
		}
	}
	middle := 0.25 // of what the clock says; other programs only add to that
	if c.Workers < 2 {
		middle = 0.5
	}
	for k, to := range []*float64{&c.Par, &c.Value, &c.Inline, &c.Halves}[:len(runs)] {
		*to = gauge.Quantile(took[k], middle)
	}
	return nil
}

// repeat returns how long that many calls take by the clock.
func repeat(run func() uint64, times int) time.Duration {
	begin := time.Now()
	for range times {
		run() // returns its result, or the compiler would leave out what has no effect
	}
	return time.Since(begin)
}

// used returns how much of the processors the calls used, which other programs do not change. Where the
// system cannot tell it is repeat.
func used(run func() uint64, times int) time.Duration {
	before, told := processorTime()
	took := repeat(run, times)
	if after, _ := processorTime(); told {
		return after - before
	}
	return took
}

// halves runs the halves of the inlined loop on two goroutines.
func halves(w ways, n int) (sum uint64) {
	var other sync.WaitGroup
	var right uint64
	other.Go(func() { right = w.inline(n/2, n) })
	left := w.inline(0, n/2)
	other.Wait()
	return left + right
}
