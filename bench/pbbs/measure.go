package main

import (
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
	"github.com/skua-go/skua/lab/gauge"
)

// measure takes samples of all problems.
func (o options) measure(args []string, progress io.Writer) (*found, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(o.workers))
	f := newFound(args, o)
	for k, p := range o.problems {
		begun := time.Now()
		r, err := o.problem(p)
		if err != nil {
			return nil, err
		}
		f.Rows = append(f.Rows, r)
		fmt.Fprintf(progress, "%d of %d: %s: %.1f s\n", k+1, len(o.problems), p.Name(), time.Since(begun).Seconds())
	}
	f.LoadAfter = gauge.ThisMachine().Load
	return f, nil
}

// A way is the twin or the algorithm on a scheduler.
type way struct {
	name string
	take func() (answer any)
}

// problem takes samples of the ways of one problem: first one of each that is checked, then all in
// turn, and in each round another one first; at last one of each for its memory, which is checked too.
func (o options) problem(p suite.Problem) (*row, error) {
	size := max(2, int(float64(p.Size)*o.scale))
	instance := p.Make(size)
	ways, end, err := waysOf(instance, o.workers)
	if err != nil {
		return nil, err
	}
	defer end()
	r := &row{Benchmark: p.Benchmark, Input: p.Input, Size: size, Elided: instance.Elided}
	checked := func(w way, answer any) error {
		if err := instance.Check(answer); err != nil {
			return fmt.Errorf("%s with %s: %w", p.Name(), w.name, err)
		}
		return nil
	}
	for _, w := range ways {
		if err := checked(w, w.take()); err != nil {
			return nil, err
		}
		r.Ways = append(r.Ways, &samples{Name: w.name})
	}
	for round := range o.rounds {
		r.Free = append(r.Free, gauge.FreeShareSoon(o.workers, gauge.ShortLook, 3))
		for k := range ways {
			at := (round + k) % len(ways)
			r.Ways[at].add(ways[at].take)
		}
	}
	for k, w := range ways {
		var answer any
		r.Ways[k].PeakHeap = peakHeap(func() { answer = w.take() })
		if err := checked(w, answer); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// waysOf returns the twin and the schedulers, and what frees these.
func waysOf(i suite.Instance, workers int) (ways []way, end func(), err error) {
	ways = []way{{twin, i.Twin}}
	var schedulers []*forkjoin.Scheduler
	end = func() {
		for _, s := range schedulers {
			s.Close()
		}
	}
	for _, name := range forkjoin.Names() {
		s, err := forkjoin.New(name, workers)
		if err != nil {
			end()
			return nil, nil, err
		}
		schedulers = append(schedulers, s)
		ways = append(ways, way{name, func() (answer any) {
			s.Run(func(c forkjoin.Ctx) { answer = i.Parallel(c) })
			return answer
		}})
	}
	return ways, end, nil
}

// add takes a sample, on a heap without garbage.
func (s *samples) add(take func() any) {
	runtime.GC()
	before := memory()
	begun := time.Now()
	answer := take()
	s.Seconds = append(s.Seconds, time.Since(begun).Seconds())
	after := memory()
	runtime.KeepAlive(answer)
	s.Allocated = append(s.Allocated, after.TotalAlloc-before.TotalAlloc)
	s.GCs = append(s.GCs, after.NumGC-before.NumGC)
}
