package lab

import (
	"context"
	"sync"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab/workload"
)

// A pairedProgram is one that is run on one worker, on two, and beside two plain
// goroutines, in turn: where other programs take processors away, or two share one
// core, they take them from all three.
type pairedProgram struct {
	name string
	make func() (func(p *skua.Pool), error)
}

const (
	pairedLevels = 12   // of the tree
	pairedSpins  = 1000 // of its nodes: about 1 µs, more than a steal takes
)

var pairedPrograms = []pairedProgram{
	{"tree", func() (func(*skua.Pool), error) {
		u := unitTree{levels: pairedLevels, spins: pairedSpins}
		return func(p *skua.Pool) { unitFunc.On(p, u) }, nil
	}},
	pairedWorkload("fib", "27"),
	pairedWorkload("nqueens", "11"),
	pairedWorkload("cilksort", "100000"),
	pairedWorkload("treesum", "500000"),
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

// measure returns a row for each sample, whose c is the time of two workers over
// half of the time of one, over what it is for two goroutines.
func (p pairedProgram) measure(ctx context.Context, samples int) (rows []Row, err error) {
	run, err := p.make()
	if err != nil {
		return nil, err
	}
	one, err := splitPool(1)
	if err != nil {
		return nil, err
	}
	defer one.Close()
	two, err := splitPool(2)
	if err != nil {
		return nil, err
	}
	defer two.Close()
	run(one) // memory and stacks grow in the first run
	run(two)
	for range samples {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		a, b, control := took(func() { run(one) }), took(func() { run(two) }), controlled()
		rows = append(rows, Row{"one": a, "two": b, "control": control, "c": 2 * b / a / control})
	}
	return rows, nil
}

// took returns the ns that f takes.
func took(f func()) float64 {
	begin := time.Now()
	f()
	return float64(time.Since(begin))
}

// controlled returns how many times longer than half of the time of one goroutine
// two of them take that have half of its work each, and nothing in common.
func controlled() float64 {
	const spins = 2_000_000 // some ms
	one := took(func() { burn(spins) })
	two := took(func() {
		var g sync.WaitGroup
		g.Go(func() { burn(spins / 2) })
		burn(spins / 2)
		g.Wait()
	})
	return 2 * two / one
}

// burn spins, and looks at the result, so that it cannot be left out.
func burn(spins int) {
	if spin(spins) == 0 {
		panic("lab: an odd number is 0")
	}
}
