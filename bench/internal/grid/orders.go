package grid

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/skua-go/skua/par"
)

// compare compares numbers, at the cost of an element.
func compare(steps int) func(a, b uint64) int {
	return func(a, b uint64) int { return cmp.Compare(a+weigh(a, steps), b) }
}

// sorting is a subject that sorts, each time a copy of the same numbers.
func sorting(name, also string, bare bool, ours, theirs func(s []uint64, steps int)) Subject {
	return Subject{Name: name, Also: also, Bare: bare, start: func(n, steps int) ways {
		from, s := numbers(n), make([]uint64, n)
		return ways{
			par:   func() uint64 { copy(s, from); ours(s, steps); return some(s) },
			value: func() uint64 { copy(s, from); theirs(s, steps); return some(s) },
			inline: func(lo, hi int) uint64 {
				copy(s[lo:hi], from[lo:hi])
				theirs(s[lo:hi], steps)
				return some(s[lo:hi])
			},
		}
	}}
}

// top is how many elements TopKFunc wants.
const top = 10

var orders = []Subject{
	sorting("Sort", "", true,
		func(s []uint64, _ int) { par.Sort(s) },
		func(s []uint64, _ int) { slices.Sort(s) }),
	sorting("SortFunc", "", false,
		func(s []uint64, steps int) { par.SortFunc(s, compare(steps)) },
		func(s []uint64, steps int) { slices.SortFunc(s, compare(steps)) }),
	sorting("SortStableFunc", "", false,
		func(s []uint64, steps int) { par.SortStableFunc(s, compare(steps)) },
		func(s []uint64, steps int) { slices.SortStableFunc(s, compare(steps)) }),
	sorting("SortBy", "", false,
		func(s []uint64, steps int) { par.SortBy(s, func(v uint64) uint64 { return v + weigh(v, steps) }) },
		func(s []uint64, steps int) { slices.SortStableFunc(s, compare(steps)) }),
	sorting("Shuffle", "", true,
		func(s []uint64, _ int) { par.Shuffle(s, 1); clear(s) }, // the orders differ
		func(s []uint64, _ int) {
			r := rand.New(rand.NewPCG(1, 2))
			r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
			clear(s)
		}),
	{Name: "TopKFunc", Also: "TopK", start: func(n, steps int) ways {
		s, f := numbers(n), compare(steps)
		return ways{
			par:    func() uint64 { return some(par.TopKFunc(s, top, f)) },
			value:  func() uint64 { return some(topK(s, f)) },
			inline: func(lo, hi int) uint64 { return some(topK(s[lo:hi], f)) },
		}
	}},
	{Name: "MergeFunc", Also: "Merge", start: func(n, steps int) ways {
		a, b := slices.Sorted(slices.Values(numbers(n)[:n/2])), slices.Sorted(slices.Values(numbers(n)[n/2:]))
		f := compare(steps)
		return ways{
			par:    func() uint64 { return some(par.MergeFunc(a, b, f)) },
			value:  func() uint64 { return some(mergeFunc(a, b, f)) },
			inline: func(lo, hi int) uint64 { return some(mergeFunc(a[lo/2:hi/2], b[lo/2:hi/2], f)) },
		}
	}},
	{Name: "Flatten", Bare: true, start: func(n, _ int) ways {
		s := numbers(n)
		var parts [][]uint64
		for part := range slices.Chunk(s, max(1, n/100)) {
			parts = append(parts, part)
		}
		return ways{
			par:    func() uint64 { return some(par.Flatten(parts)) },
			value:  func() uint64 { return some(slices.Concat(parts...)) },
			inline: func(lo, hi int) uint64 { return some(slices.Clone(s[lo:hi])) },
		}
	}},
}

// topK keeps the greatest so far in order, and compares each element with the least of these first.
func topK(s []uint64, cmp func(a, b uint64) int) []uint64 {
	best := make([]uint64, 0, top+1)
	for _, v := range s {
		if len(best) == top && cmp(v, best[top-1]) <= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, v, func(a, b uint64) int { return cmp(b, a) })
		best = slices.Insert(best, at, v)
		best = best[:min(len(best), top)]
	}
	return best
}
