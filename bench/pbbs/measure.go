package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
	"github.com/skua-go/skua/lab/gauge"
)

// measure takes samples of all problems.
func (o options) measure(ctx context.Context, args []string, progress io.Writer) (f *found, err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(o.workers))
	f = newFound(args, o)
	var rust *rayonProgram
	if o.rayon {
		if rust, f.NoRayon, err = buildRayon(ctx); err != nil {
			return nil, err
		}
	}
	if rust != nil {
		f.Rayon = rust.version
	}
	for k, p := range o.problems {
		begun := time.Now()
		r, err := o.problem(ctx, p, rust)
		if err != nil {
			return nil, err
		}
		f.Rows = append(f.Rows, r)
		fmt.Fprintf(progress, "%d of %d: %s: %.1f s\n", k+1, len(o.problems), p.Name(), time.Since(begun).Seconds())
	}
	f.LoadAfter = gauge.ThisMachine().Load
	return f, nil
}

// A way is the twin, or the algorithm on a scheduler or in another program.
type way struct {
	name  string
	take  func() (answer any)
	other *rival // instead of take
}

// problem takes samples of the ways of one problem: first one of each that is checked, then all in
// turn, and in each round another one first; at last one of each for its memory, which is checked too.
func (o options) problem(ctx context.Context, p suite.Problem, rust *rayonProgram) (*row, error) {
	size := max(2, int(float64(p.Size)*o.scale))
	instance := p.Make(size)
	ways, end, err := waysOf(instance, o.workers, rust)
	if err != nil {
		return nil, err
	}
	defer end()
	r := &row{Benchmark: p.Benchmark, Input: p.Input, Size: size, Elided: instance.Elided}
	for _, w := range ways {
		s := &samples{Name: w.name}
		if err := w.checked(instance, s); err != nil {
			return nil, fmt.Errorf("%s with %s: %w", p.Name(), w.name, err)
		}
		r.Ways = append(r.Ways, s)
	}
	for round := range o.rounds {
		r.Free = append(r.Free, gauge.FreeShareSoon(o.workers, gauge.ShortLook, 3))
		for k := range ways {
			at := (round + k) % len(ways)
			if err := r.Ways[at].add(ways[at]); err != nil {
				return nil, fmt.Errorf("%s with %s: %w", p.Name(), ways[at].name, err)
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	for k, w := range ways {
		if err := w.checked(instance, r.Ways[k]); err != nil {
			return nil, fmt.Errorf("%s with %s: %w", p.Name(), w.name, err)
		}
	}
	return r, nil
}

// checked takes a turn that is not timed, looks at its memory, and returns what is wrong with its answer.
func (w way) checked(i suite.Instance, s *samples) (err error) {
	var answer any
	if w.other == nil {
		s.PeakHeap = peakHeap(func() { answer = w.take() })
	} else if _, err = w.other.turn(); err == nil {
		answer, err = w.other.answer()
	}
	if err != nil {
		return err
	}
	return i.Check(answer)
}

// waysOf returns the twin and the schedulers, and what frees these.
func waysOf(i suite.Instance, workers int, rust *rayonProgram) (ways []way, end func(), err error) {
	ways = []way{{name: twin, take: i.Twin}}
	var ends []func()
	end = func() {
		for _, e := range ends {
			e()
		}
	}
	for _, name := range forkjoin.Names() {
		s, err := forkjoin.New(name, workers)
		if err != nil {
			end()
			return nil, nil, err
		}
		ends = append(ends, s.Close)
		ways = append(ways, way{name: name, take: func() (answer any) {
			s.Run(func(c forkjoin.Ctx) { answer = i.Parallel(c) })
			return answer
		}})
	}
	if rust != nil && i.Sent != nil {
		r, err := rust.begin(i.Sent, workers)
		if err != nil {
			end()
			return nil, nil, err
		}
		ends = append(ends, func() { r.end() })
		ways = append(ways, way{name: rayonName, other: r})
	}
	return ways, end, nil
}

// add takes a sample, on a heap without garbage.
func (s *samples) add(w way) error {
	if w.other != nil {
		d, err := w.other.turn()
		s.Seconds = append(s.Seconds, d.Seconds())
		return err
	}
	runtime.GC()
	before := memory()
	used, told := gauge.ProcessorTime()
	begun := time.Now()
	answer := w.take()
	s.Seconds = append(s.Seconds, time.Since(begun).Seconds())
	if now, _ := gauge.ProcessorTime(); told {
		s.CPU = append(s.CPU, (now - used).Seconds())
	}
	after := memory()
	runtime.KeepAlive(answer)
	s.Allocated = append(s.Allocated, after.TotalAlloc-before.TotalAlloc)
	s.GCs = append(s.GCs, after.NumGC-before.NumGC)
	return nil
}
