package cases

import (
	"math/bits"
	"slices"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// loopWays are those of a loop: run gets each way's own, and what else it needs.
func loopWays(programs []Way, run func(p Params, each func(n int, body func(i int))) *Run) []Way {
	return together([]Way{
		plain("serial", func(p Params) *Run { return run(p, serialLoop) }),
		own("skua par", func(pool *skua.Pool, p Params) *Run {
			return run(p, parLoop(pool))
		}),
		own("skua Loop", func(pool *skua.Pool, p Params) *Run { return run(p, plainLoop(pool)) }),
	},
		programs,
		rivals(loop, func(each func(int, func(int)), p Params, _ int) *Run { return run(p, each) }))
}

// loopPrograms are the native programs that have loops.
func loopPrograms() []Way {
	return together(native("rayon", "tbb", "openmp"), spare("rayon-now", "parlay", "forkunion"))
}

// parLoop is the loop of package par.
func parLoop(pool *skua.Pool) func(n int, body func(i int)) {
	return func(n int, body func(i int)) { par.For(n, body, par.On(pool)) }
}

// plainLoop is a Loop as its document has it. Not inlined: go1.26 calls what it
// would inline in a function literal if the function around it was inlined.
//
//go:noinline
func plainLoop(pool *skua.Pool) func(n int, body func(i int)) {
	return func(n int, body func(i int)) {
		l := skua.Loop{To: n, Body: func(p *skua.Part) {
			for p.Next() {
				body(p.Index())
			}
		}}
		l.Run(pool)
	}
}

var forCase = Case{
	ID:       "for",
	Question: "What does a loop cost whose body stores one word? By its length: the time of the whole call for none, else for one index.",
	Unit:     "index",
	Rows: func(full bool) []Params {
		lengths := []int{0, 8, 1_000, 1_000_000}
		if full {
			lengths = []int{0, 1, 8, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000}
		}
		var rows []Params
		for _, n := range lengths {
			rows = append(rows, params("n", n))
		}
		return rows
	},
	Want: func(p Params) string { return sumBelow(p.Int("n")) },
	Ways: func() []Way {
		ways := loopWays(loopPrograms(), forRun)
		ways[0] = plain("serial", func(p Params) *Run { return rangeRun(p, func(n int, body func(lo, hi int)) { body(0, n) }) })
		return slices.Insert(ways, 3, own("skua ForRange", func(pool *skua.Pool, p Params) *Run {
			return rangeRun(p, func(n int, body func(lo, hi int)) { par.ForRange(0, n, body, par.On(pool)) })
		}))
	},
}

// forRun calls a function for each index.
func forRun(p Params, each func(n int, body func(i int))) *Run {
	words := make([]uint64, p.Int("n"))
	return &Run{
		Ops:    max(len(words), 1), // of an empty loop the whole call counts
		Once:   func() { each(len(words), func(i int) { words[i] = uint64(i) }) },
		Answer: func() string { return total(words) },
	}
}

// rangeRun calls a function for each piece, which is a plain loop.
func rangeRun(p Params, each func(n int, body func(lo, hi int))) *Run {
	run := forRun(p, serialLoop)
	words := make([]uint64, p.Int("n"))
	run.Once = func() {
		each(len(words), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				words[i] = uint64(i)
			}
		})
	}
	run.Answer = func() string { return total(words) }
	return run
}

var skewedCase = Case{
	ID:       "for-skewed",
	Ideal:    true,
	Question: "How well is a loop shared out whose indices cost different amounts of work? The ideal is the serial time over the workers. The work grows; has a heavy tail; is a thousand times as much for one index; is ten times as much for the first tenth.",
	Unit:     "index",
	Rows: func(full bool) []Params {
		n := 20_000
		if full {
			n = 100_000
		}
		var rows []Params
		for _, shape := range []string{"triangular", "power", "one", "front"} {
			rows = append(rows, params("shape", shape, "n", n, "grain", 100))
		}
		return rows
	},
	Want: func(p Params) string { run := skewedRun(p, serialLoop); run.Once(); return run.Answer() },
	Ways: func() []Way { return loopWays(loopPrograms(), skewedRun) },
}

func skewedRun(p Params, each func(n int, body func(i int))) *Run {
	n := p.Int("n")
	steps := make([]int, n)
	for i := range steps {
		steps[i] = skewedSteps(p.Text("shape"), i, n, p.Int("grain"))
	}
	return wordsRun(n, each, func(i int) uint64 { return grind(uint64(i)+1, steps[i]) })
}

// skewedSteps is the work of index i; grain is its mean, or its least.
func skewedSteps(shape string, i, n, grain int) int {
	switch shape {
	case "triangular":
		return 2 * grain * i / n
	case "power":
		return grain * powerTail(bits.TrailingZeros64(mix(seed, i))) / 2424
	case "one":
		if i == n/2 {
			return 1000 * grain
		}
	case "front":
		if i < n/10 {
			return 10 * grain
		}
	}
	return grain
}

// powerTail is 1000·2^(2k/3). As a share of 2^-k of the indices has k or more, the
// tail of the work has the exponent 1.5.
func powerTail(k int) int { return [3]int{1000, 1587, 2520}[k%3] << (k / 3 * 2) }
