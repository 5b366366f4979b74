package grid

import (
	"slices"

	"github.com/skua-go/skua/par"
)

// plus is an operation that costs what an element costs.
func plus(steps int) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 { return a + b + weigh(b, steps) }
}

func sumOf(s []uint64, steps int) (sum uint64) {
	for _, v := range s {
		sum += v + weigh(v, steps)
	}
	return sum
}

var reductions = []Subject{
	{Name: "Reduce", start: func(n, steps int) ways {
		s, op := numbers(n), plus(steps)
		return ways{
			par:    func() uint64 { return par.Reduce(s, 0, op) },
			value:  func() uint64 { return reduce(s, 0, op) },
			inline: func(lo, hi int) uint64 { return sumOf(s[lo:hi], steps) },
		}
	}},
	{Name: "Fold", start: func(n, steps int) ways {
		s, op := numbers(n), plus(steps)
		newAcc, combine := func() uint64 { return 0 }, plus(0)
		return ways{
			par:    func() uint64 { return par.Fold(s, newAcc, op, combine) },
			value:  func() uint64 { return reduce(s, newAcc(), op) },
			inline: func(lo, hi int) uint64 { return sumOf(s[lo:hi], steps) },
		}
	}},
	{Name: "MapReduce", Also: "MapReduceN, MapReduceErr, MapReduceNErr", start: func(n, steps int) ways {
		s, op := numbers(n), plus(0)
		m := func(v uint64) uint64 { return work(v, steps) }
		return ways{
			par:   func() uint64 { return par.MapReduce(s, 0, m, op) },
			value: func() uint64 { return mapReduce(s, 0, m, op) },
			inline: func(lo, hi int) (sum uint64) {
				for _, v := range s[lo:hi] {
					sum += work(v, steps)
				}
				return sum
			},
		}
	}},
	{Name: "ReduceRange", start: func(n, steps int) ways {
		s, op := numbers(n), plus(0)
		f := func(lo, hi int) uint64 { return sumOf(s[lo:hi], steps) }
		return ways{
			par:    func() uint64 { return par.ReduceRange(0, n, 0, f, op) },
			value:  func() uint64 { return reduceRange(n, f) },
			inline: f,
		}
	}},
	{Name: "ScanInto", Also: "Scan", start: func(n, steps int) ways {
		s, dst, op := numbers(n), make([]uint64, n), plus(steps)
		return ways{
			par:   func() uint64 { par.ScanInto(dst, s, 0, op); return some(dst) },
			value: func() uint64 { scanInto(dst, s, 0, op); return some(dst) },
			inline: func(lo, hi int) (sum uint64) {
				dst := dst[lo:hi]
				for i, v := range s[lo:hi] {
					sum += v + weigh(v, steps)
					dst[i] = sum
				}
				return sum
			},
		}
	}},
	{Name: "ScanExclusiveInto", Also: "ScanExclusive", start: func(n, steps int) ways {
		s, dst, op := numbers(n), make([]uint64, n), plus(steps)
		return ways{
			par:   func() uint64 { return par.ScanExclusiveInto(dst, s, 0, op) },
			value: func() uint64 { return scanExclusiveInto(dst, s, 0, op) },
			inline: func(lo, hi int) (sum uint64) {
				dst := dst[lo:hi]
				for i, v := range s[lo:hi] {
					dst[i] = sum
					sum += v + weigh(v, steps)
				}
				return sum
			},
		}
	}},
	{Name: "PrefixSumInto", Also: "PrefixSum", Bare: true, start: func(n, _ int) ways {
		s, dst := numbers(n), make([]uint64, n)
		inline := func(lo, hi int) (sum uint64) {
			dst := dst[lo:hi]
			for i, v := range s[lo:hi] {
				sum += v
				dst[i] = sum
			}
			return sum
		}
		return ways{
			par:    func() uint64 { par.PrefixSumInto(dst, s); return some(dst) },
			value:  func() uint64 { inline(0, n); return some(dst) },
			inline: inline,
		}
	}},
	{Name: "Sum", Bare: true, start: func(n, _ int) ways {
		s := numbers(n)
		inline := func(lo, hi int) (sum uint64) {
			for _, v := range s[lo:hi] {
				sum += v
			}
			return sum
		}
		return ways{
			par:    func() uint64 { return par.Sum(s) },
			value:  func() uint64 { return inline(0, n) },
			inline: inline,
		}
	}},
	{Name: "Min", Also: "Max", Bare: true, start: func(n, _ int) ways {
		s := numbers(max(n, 1))
		return ways{
			par:    func() uint64 { return par.Min(s) },
			value:  func() uint64 { return slices.Min(s) },
			inline: func(lo, hi int) uint64 { return slices.Min(s[lo:max(hi, lo+1)]) },
		}
	}},
	{Name: "MinFunc", Also: "MaxFunc", start: func(n, steps int) ways {
		s := numbers(max(n, 1))
		cmp := compare(steps)
		return ways{
			par:   func() uint64 { return par.MinFunc(s, cmp) },
			value: func() uint64 { return minFunc(s, cmp) },
			inline: func(lo, hi int) uint64 {
				m := s[lo]
				for _, v := range s[lo:hi] {
					if v+weigh(v, steps) < m {
						m = v
					}
				}
				return m
			},
		}
	}},
}
