package cases

import (
	"fmt"
	"slices"
	"sync"
)

var scalingCase = Case{
	ID: "scaling",
	Question: "What does a second worker bring? A program on a pool of one worker; as many such pools as there are workers at the same time, each with the whole program to run, " +
		"which share nothing but the machine; one pool of all workers. Time for what the program's own case counts.",
	Unit: "unit",
	Kind: Scaling,
	Rows: func(full bool) []Params {
		var rows []Params
		for _, s := range scalingPrograms {
			p := s.quick
			if full {
				p = s.full
			}
			rows = append(rows, append(params("program", s.of.ID), p...))
		}
		return rows
	},
	Want: func(p Params) string {
		s, own := scalingOf(p)
		return s.of.Want(own)
	},
	Ways: func() []Way {
		return []Way{
			scalingWay(ScalingOne, func(int) (pools, each int) { return 1, 1 }),
			scalingWay(ScalingApart, func(workers int) (pools, each int) { return workers, 1 }),
			scalingWay(ScalingAll, func(workers int) (pools, each int) { return 1, workers }),
		}
	},
}

// The ways of the case: what the machine allows is the second over the first.
const (
	ScalingOne   = "one worker"
	ScalingApart = "a pool each"
	ScalingAll   = "one pool"
)

// A scalingProgram is another case's, as one of its ways runs it.
type scalingProgram struct {
	of          Case
	way         string
	quick, full Params
}

var scalingPrograms = []scalingProgram{
	{fibCase, "skua", params("n", 28), params("n", 36)},
	{nqueensCase, "skua", params("n", 9), params("n", 12)},
	{utsCase, "skua", params("tree", "T1"), params("tree", "T1")},
	{treesumCase, "skua", params("nodes", 1<<17-1), params("nodes", 1<<23-1)},
	{matmulCase, "skua", params("n", 128), params("n", 512)},
	{sortCase, "skua par", params("n", 100_000, "type", "int64", "order", "random"), params("n", 10_000_000, "type", "int64", "order", "random")},
	{mandelbrotCase, "skua", params("width", 100, "height", 100, "limit", 1000), params("width", 600, "height", 600, "limit", 1000)},
}

// scalingOf returns the program that p names, and its own parameters.
func scalingOf(p Params) (scalingProgram, Params) {
	i := slices.IndexFunc(scalingPrograms, func(s scalingProgram) bool { return s.of.ID == p.Text("program") })
	if i < 0 {
		panic(fmt.Sprintf("bench: no program %q", p.Text("program")))
	}
	return scalingPrograms[i], p[1:]
}

// scalingWay runs a program on several pools at a time.
func scalingWay(name string, share func(workers int) (pools, each int)) Way {
	return Way{Name: name, Start: func(p Params, workers int) (*Run, error) {
		s, own := scalingOf(p)
		way, err := s.of.Way(s.way)
		if err != nil {
			return nil, err
		}
		pools, each := share(workers)
		var runs []*Run
		for range pools {
			run, err := way.Start(own, each)
			if err != nil {
				return nil, err
			}
			runs = append(runs, run)
		}
		return sideBySide(runs), nil
	}}
}

// sideBySide starts runs together, each repetition anew, and waits for all. Only they
// together have an answer: the one that all agree on.
func sideBySide(runs []*Run) *Run {
	all := &Run{
		Before: func() {
			for _, r := range runs {
				if r.Before != nil {
					r.Before()
				}
			}
		},
		Once: func() {
			var wg sync.WaitGroup
			for _, r := range runs {
				wg.Go(r.Once)
			}
			wg.Wait()
		},
		Answer: func() string {
			first := runs[0].Answer()
			for _, r := range runs[1:] {
				if other := r.Answer(); other != first {
					return first + " and " + other
				}
			}
			return first
		},
		Close: func() {
			for _, r := range runs {
				r.Close()
			}
		},
	}
	for _, r := range runs {
		all.Ops += r.Ops
	}
	return all
}
