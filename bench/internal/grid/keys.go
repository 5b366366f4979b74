package grid

import (
	"github.com/skua-go/skua/par"
)

// buckets is how many keys there are.
const buckets = 64

func keyed(steps int) func(v uint64) uint64 {
	return func(v uint64) uint64 { return (v + weigh(v, steps)) % buckets }
}

var keys = []Subject{
	{Name: "GroupBy", start: func(n, steps int) ways {
		s, key := numbers(n), keyed(steps)
		return ways{
			par:   func() uint64 { g := par.GroupBy(s, key); return some(g[0]) + uint64(len(g)) },
			value: func() uint64 { g := groupBy(s, key); return some(g[0]) + uint64(len(g)) },
			inline: func(lo, hi int) uint64 {
				groups := map[uint64][]uint64{}
				for _, v := range s[lo:hi] {
					k := (v + weigh(v, steps)) % buckets
					groups[k] = append(groups[k], v)
				}
				return some(groups[0])
			},
		}
	}},
	{Name: "CountBy", Also: "ReduceBy", start: func(n, steps int) ways {
		s, key := numbers(n), keyed(steps)
		return ways{
			par:   func() uint64 { c := par.CountBy(s, key); return uint64(c[0] + len(c)) },
			value: func() uint64 { c := countBy(s, key); return uint64(c[0] + len(c)) },
			inline: func(lo, hi int) uint64 {
				counts := map[uint64]int{}
				for _, v := range s[lo:hi] {
					counts[(v+weigh(v, steps))%buckets]++
				}
				return uint64(counts[0])
			},
		}
	}},
	{Name: "Histogram", start: func(n, steps int) ways {
		s := numbers(n)
		bucket := func(v uint64) int { return int((v + weigh(v, steps)) % buckets) }
		return ways{
			par:   func() uint64 { return uint64(par.Histogram(s, buckets, bucket)[0]) },
			value: func() uint64 { return uint64(histogram(s, buckets, bucket)[0]) },
			inline: func(lo, hi int) uint64 {
				counts := make([]int, buckets)
				for _, v := range s[lo:hi] {
					counts[(v+weigh(v, steps))%buckets]++
				}
				return uint64(counts[0])
			},
		}
	}},
	{Name: "UniqueBy", Also: "Unique", start: func(n, steps int) ways {
		s, key := numbers(n), keyed(steps)
		return ways{
			par:   func() uint64 { return some(par.UniqueBy(s, key)) },
			value: func() uint64 { return some(uniqueBy(s, key)) },
			inline: func(lo, hi int) uint64 {
				seen := map[uint64]bool{}
				var out []uint64
				for _, v := range s[lo:hi] {
					if k := (v + weigh(v, steps)) % buckets; !seen[k] {
						seen[k] = true
						out = append(out, v)
					}
				}
				return some(out)
			},
		}
	}},
}
