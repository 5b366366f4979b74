package cases

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/bench/internal/peer"
	"github.com/skua-go/skua/par"
)

// Cases that make one number of a slice of numbers, or as many as the slice has.

// tenMillion is their usual length.
func tenMillion(full bool) []Params {
	if full {
		return []Params{params("n", 10_000_000)}
	}
	return []Params{params("n", 1_000_000)}
}

// signed is the input as the rivals' functions take it.
func signed(p Params) []int64 {
	values := make([]int64, p.Int("n"))
	for i := range values {
		values[i] = int64(mix(seed, i))
	}
	return values
}

func unsigned(values []int64) []uint64 {
	words := make([]uint64, len(values))
	for i, v := range values {
		words[i] = uint64(v)
	}
	return words
}

// specials makes a way of each peer's function for a case.
func specials[F any](functions map[string]F, start func(f F, p Params, workers int) *Run) []Way {
	var ways []Way
	for _, rival := range peer.All {
		if f, ok := functions[rival.Name]; ok {
			ways = append(ways, special(rival.Name, rival.Name, func(p Params, workers int) *Run { return start(f, p, workers) }))
		}
	}
	return ways
}

func add(a, b int64) int64 { return a + b }

var sumCase = Case{
	ID:       "sum",
	Question: "The sum of many numbers: is memory the limit?",
	Unit:     "element",
	Rows:     tenMillion,
	Want:     func(p Params) string { return total(input(p.Int("n"))) },
	Ways: func() []Way {
		run := func(p Params, sum func(values []int64) int64) *Run {
			values, answer := signed(p), int64(0)
			return &Run{
				Ops:    len(values),
				Once:   func() { answer = sum(values) },
				Answer: func() string { return decimal(uint64(answer)) },
			}
		}
		return together([]Way{
			plain("serial", func(p Params) *Run { return run(p, serialSum) }),
			own("skua par", func(pool *skua.Pool, p Params) *Run {
				return run(p, func(v []int64) int64 { return par.Sum(v, par.On(pool)) })
			}),
			own("skua Reduce", func(pool *skua.Pool, p Params) *Run {
				//skua:allow cheap the case is a function that the caller gives
				return run(p, func(v []int64) int64 { return par.Reduce(v, 0, add, par.On(pool)) })
			}),
			own("skua ForRange", func(pool *skua.Pool, p Params) *Run {
				return run(p, func(v []int64) int64 { return rangeSum(pool, v) })
			}),
		},
			native("rayon", "tbb"),
			spare("parlay"),
			specials(peer.Sums, func(sum func(int, []int64) int64, p Params, workers int) *Run {
				return run(p, func(v []int64) int64 { return sum(workers, v) })
			}))
	},
}

// serialSum is not inlined, so that all ways have the same loop: copies of it took 0.3
// or 0.6 ns an element, by where in memory they came to lie.
//
//go:noinline
func serialSum(values []int64) (sum int64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

// rangeSum adds up ranges, as pargo's users do. Not inlined, as plainLoop.
//
//go:noinline
func rangeSum(pool *skua.Pool, values []int64) int64 {
	var sum atomic.Int64
	par.ForRange(0, len(values), func(lo, hi int) { sum.Add(serialSum(values[lo:hi])) }, par.On(pool))
	return sum.Load()
}

var scanCase = Case{
	ID: "scan",
	Question: "All sums of the numbers up to each: twice the additions of a plain loop. Into a new list as long, or " +
		"(into, ScanInto, and the natives) into one that is there. No Go rival here has it.",
	Unit: "element",
	Rows: tenMillion,
	Want: func(p Params) string {
		words := input(p.Int("n"))
		for i := 1; i < len(words); i++ {
			words[i] += words[i-1]
		}
		return check(words)
	},
	Ways: func() []Way {
		return together([]Way{
			plain("serial", func(p Params) *Run { return listRun(p, serialScan) }),
			own("skua par", func(pool *skua.Pool, p Params) *Run {
				//skua:allow cheap the case is a function that the caller gives
				return listRun(p, func(v []int64) []int64 { return par.Scan(v, 0, add, par.On(pool)) })
			}),
			plain("serial into", func(p Params) *Run {
				dst := make([]int64, p.Int("n"))
				return listRun(p, func(v []int64) []int64 { scanInto(dst, v); return dst })
			}),
			own("skua ScanInto", func(pool *skua.Pool, p Params) *Run {
				dst := make([]int64, p.Int("n"))
				//skua:allow cheap the case is a function that the caller gives
				return listRun(p, func(v []int64) []int64 { par.ScanInto(dst, v, 0, add, par.On(pool)); return dst })
			}),
		}, native("tbb"), spare("parlay"))
	},
}

// listRun makes a list of the numbers, in new memory.
func listRun(p Params, make func(values []int64) []int64) *Run {
	values := signed(p)
	var list []int64
	return &Run{
		Ops:    len(values),
		Once:   func() { list = make(values) },
		Answer: func() string { return check(unsigned(list)) },
	}
}

func serialScan(values []int64) []int64 {
	sums := make([]int64, len(values))
	scanInto(sums, values)
	return sums
}

func scanInto(sums, values []int64) {
	sum := int64(0)
	for i, v := range values {
		sum += v
		sums[i] = sum
	}
}

var filterCase = Case{
	ID:       "filter",
	Question: "The even ones of many numbers, in order, into new memory.",
	Unit:     "element",
	Rows:     tenMillion,
	Want: func(p Params) string {
		return check(slices.DeleteFunc(input(p.Int("n")), func(w uint64) bool { return w%2 != 0 }))
	},
	Ways: func() []Way {
		even := func(v int64) bool { return v%2 == 0 }
		return together([]Way{
			plain("serial", func(p Params) *Run {
				return listRun(p, func(values []int64) []int64 {
					var kept []int64
					for _, v := range values {
						if even(v) {
							kept = append(kept, v)
						}
					}
					return kept
				})
			}),
			own("skua par", func(pool *skua.Pool, p Params) *Run {
				return listRun(p, func(v []int64) []int64 { return par.Filter(v, even, par.On(pool)) })
			}),
		},
			native("rayon"),
			spare("parlay"),
			specials(peer.Filters, func(filter func(int, []int64, func(int64) bool) []int64, p Params, workers int) *Run {
				return listRun(p, func(v []int64) []int64 { return filter(workers, v, even) })
			}))
	},
}

var findCase = Case{
	ID:       "find",
	Question: "One of the numbers 0, 1, 2, …: at the front, in the middle, at the end, nowhere.",
	Unit:     "search",
	Whole:    true,
	Rows: func(full bool) []Params {
		n := tenMillion(full)[0].Int("n")
		var rows []Params
		for _, where := range []string{"first", "mid", "last", "none"} {
			rows = append(rows, params("n", n, "where", where))
		}
		return rows
	},
	Want: func(p Params) string {
		if at := findAt(p); at < p.Int("n") {
			return decimal(uint64(at))
		}
		return "-1"
	},
	Ways: func() []Way {
		return together([]Way{
			plain("serial", func(p Params) *Run { return findRun(p, slices.IndexFunc[[]int64]) }),
			own("skua par", func(pool *skua.Pool, p Params) *Run {
				return findRun(p, func(v []int64, hit func(int64) bool) int { return par.IndexFunc(v, hit, par.On(pool)) })
			}),
		},
			native("rayon"),
			spare("parlay"),
			specials(peer.Finds, func(find func(int, []int64, func(int64) bool) int, p Params, workers int) *Run {
				return findRun(p, func(v []int64, hit func(int64) bool) int { return find(workers, v, hit) })
			}))
	},
}

// findAt is the index that is looked for.
func findAt(p Params) int {
	n := p.Int("n")
	return map[string]int{"first": 0, "mid": n / 2, "last": n - 1, "none": n}[p.Text("where")]
}

func findRun(p Params, find func(values []int64, hit func(v int64) bool) int) *Run {
	values, bound, answer := make([]int64, p.Int("n")), int64(findAt(p)), 0
	for i := range values {
		values[i] = int64(i)
	}
	return &Run{
		Ops:    len(values),
		Once:   func() { answer = find(values, func(v int64) bool { return v == bound }) },
		Answer: number(&answer),
	}
}
