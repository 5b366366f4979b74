package grid

import (
	"slices"

	"github.com/skua-go/skua/par"
)

// even tells even numbers, at the cost of an element.
func even(steps int) func(v uint64) bool {
	return func(v uint64) bool { return (v+weigh(v, steps))%2 == 0 }
}

func evenOf(s []uint64, steps int) (out []uint64) {
	for _, v := range s {
		if (v+weigh(v, steps))%2 == 0 {
			out = append(out, v)
		}
	}
	return out
}

var predicates = []Subject{
	{Name: "Filter", start: func(n, steps int) ways {
		s, f := numbers(n), even(steps)
		return ways{
			par:    func() uint64 { return some(par.Filter(s, f)) },
			value:  func() uint64 { return some(filter(s, f)) },
			inline: func(lo, hi int) uint64 { return some(evenOf(s[lo:hi], steps)) },
		}
	}},
	{Name: "Partition", start: func(n, steps int) ways {
		s, f := numbers(n), even(steps)
		return ways{
			par:   func() uint64 { yes, no := par.Partition(s, f); return some(yes) + some(no) },
			value: func() uint64 { yes, no := partition(s, f); return some(yes) + some(no) },
			inline: func(lo, hi int) uint64 {
				var yes, no []uint64
				for _, v := range s[lo:hi] {
					if (v+weigh(v, steps))%2 == 0 {
						yes = append(yes, v)
					} else {
						no = append(no, v)
					}
				}
				return some(yes) + some(no)
			},
		}
	}},
	{Name: "CountFunc", start: func(n, steps int) ways {
		s, f := numbers(n), even(steps)
		return ways{
			par:   func() uint64 { return uint64(par.CountFunc(s, f)) },
			value: func() uint64 { return uint64(count(s, f)) },
			inline: func(lo, hi int) (n uint64) {
				for _, v := range s[lo:hi] {
					if (v+weigh(v, steps))%2 == 0 {
						n++
					}
				}
				return n
			},
		}
	}},
	{Name: "IndexFunc", Also: "ContainsFunc, AllFunc: nothing is found", start: func(n, steps int) ways {
		s := numbers(n)
		f := func(v uint64) bool { return v+weigh(v, steps) == never }
		return ways{
			par:   func() uint64 { return uint64(par.IndexFunc(s, f)) },
			value: func() uint64 { return uint64(indexFunc(s, f)) },
			inline: func(lo, hi int) uint64 {
				for i, v := range s[lo:hi] {
					if v+weigh(v, steps) == never {
						return uint64(i)
					}
				}
				return ^uint64(0)
			},
		}
	}},
	{Name: "Index", Also: "Contains: nothing is found", Bare: true, start: func(n, _ int) ways {
		s := numbers(n)
		return ways{
			par:    func() uint64 { return uint64(par.Index(s, never)) },
			value:  func() uint64 { return uint64(slices.Index(s, never)) },
			inline: func(lo, hi int) uint64 { return uint64(slices.Index(s[lo:hi], never)) },
		}
	}},
}
