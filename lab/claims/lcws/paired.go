package lcws

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/workload"
)

// A pairedProgram is run in turn on one worker, on two workers, and beside two plain
// goroutines. If another program takes a processor away, or two processors share a core,
// all three suffer alike.
type pairedProgram struct {
	name string
	make func() (func(p *skua.Pool), error)
}

const (
	pairedLevels = 12   // of the tree
	pairedSpins  = 1000 // of its nodes: about 1 µs, more than a steal takes

	pairedBurn  = 4_000_000 // what the goroutines share: about 4 ms, as the programs take
	pairedTries = 5         // for each sample; the least time counts
)

var pairedPrograms = []pairedProgram{
	{"tree", func() (func(*skua.Pool), error) {
		u := unitTree{levels: pairedLevels, spins: pairedSpins}
		return func(p *skua.Pool) { unitFunc.On(p, u) }, nil
	}},
	pairedWorkload("fib", "30"),
	pairedWorkload("nqueens", "12"),
	pairedWorkload("cilksort", "100000"),
	pairedWorkload("treesum", "1000000"),
}

// pairedWorkload is a workload whose parameter n is given.
func pairedWorkload(name, n string) pairedProgram {
	return pairedProgram{name, func() (func(*skua.Pool), error) {
		w, err := workload.Find(name)
		if err != nil {
			return nil, err
		}
		i, err := w.New(workload.Args{"n": n})
		if err != nil {
			return nil, err
		}
		return func(p *skua.Pool) { i.Parallel(p) }, nil
	}}
}

// measure returns a row for each sample. Its c is the time of two workers over half of the
// time of one worker, divided by the same quotient of two goroutines and one, whose inverse
// is the share of the processors that the goroutines had.
func (p pairedProgram) measure(ctx context.Context, samples int) (rows []lab.Row, err error) {
	run, err := p.make()
	if err != nil {
		return nil, err
	}
	one, two := splitPool(1), splitPool(2)
	defer one.Close()
	defer two.Close()
	run(one) // memory and stacks grow in the first run
	run(two)
	for range samples {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		best := leastOf(pairedTries, timed(func() { run(one) }), timed(func() { run(two) }), timed(func() { gauge.Burn(pairedBurn) }), burnBy)
		control := 2 * best[3] / best[2]
		rows = append(rows, lab.Row{"one": best[0], "two": best[1], "control": control, "had": 1 / control, "c": 2 * best[1] / best[0] / control})
	}
	return rows, nil
}

// leastOf calls each of fs in turn, tries times, and returns the least of what each returns: the ns
// of the call that other programs disturbed least.
func leastOf(tries int, fs ...func() (ns float64)) []float64 {
	best := make([]float64, len(fs))
	for try := range tries {
		for i, f := range fs {
			if ns := f(); try == 0 || ns < best[i] {
				best[i] = ns
			}
		}
	}
	return best
}

// timed returns a function that calls f and returns the ns that f takes.
func timed(f func()) func() float64 {
	return func() float64 {
		begin := time.Now()
		f()
		return float64(time.Since(begin))
	}
}

// burnBy burns on two goroutines that have nothing in common, and returns the ns from when both run
// until both have ended: that the second takes a while to wake is no fault of the processors.
func burnBy() float64 {
	var runs, ended atomic.Bool
	go func() {
		runs.Store(true) // ORDER: nothing; only the time counts
		gauge.Burn(pairedBurn / 2)
		ended.Store(true) // ORDER: nothing; only the time counts
	}()
	await(&runs)
	return timed(func() {
		gauge.Burn(pairedBurn / 2)
		await(&ended)
	})()
}

func await(done *atomic.Bool) {
	for !done.Load() {
		runtime.Gosched()
	}
}
