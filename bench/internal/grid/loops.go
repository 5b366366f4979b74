package grid

import (
	"context"
	"slices"

	"github.com/skua-go/skua/par"
)

var loops = []Subject{
	{Name: "For", Also: "ForEach, Chunks, MapN", start: func(n, steps int) ways {
		s, dst := numbers(n), make([]uint64, n)
		f := func(i int) { dst[i] = work(s[i], steps) }
		return ways{
			par:    func() uint64 { par.For(n, f); return some(dst) },
			value:  func() uint64 { forEach(n, f); return some(dst) },
			inline: func(lo, hi int) uint64 { return mapped(dst[lo:hi], s[lo:hi], steps) },
		}
	}},
	{Name: "ForRange", start: func(n, steps int) ways {
		s, dst := numbers(n), make([]uint64, n)
		f := func(lo, hi int) { mapped(dst[lo:hi], s[lo:hi], steps) }
		return ways{
			par:    func() uint64 { par.ForRange(0, n, f); return some(dst) },
			value:  func() uint64 { ranges(n, f); return some(dst) },
			inline: func(lo, hi int) uint64 { return mapped(dst[lo:hi], s[lo:hi], steps) },
		}
	}},
	{Name: "ForErr", Also: "ForEachErr, ChunksErr, ForRangeErr, MapErr, MapNErr, MapIntoErr", start: func(n, steps int) ways {
		s, dst, ctx := numbers(n), make([]uint64, n), context.Background()
		f := func(_ context.Context, i int) error { dst[i] = work(s[i], steps); return nil }
		return ways{
			par:    func() uint64 { return failed(par.ForErr(ctx, n, f)) + some(dst) },
			value:  func() uint64 { return failed(forErr(ctx, n, f)) + some(dst) },
			inline: func(lo, hi int) uint64 { return mapped(dst[lo:hi], s[lo:hi], steps) },
		}
	}},
	{Name: "ForSeq", Also: "ForSeq2, ForSeqErr, ForSeq2Err", start: func(n, steps int) ways {
		s, dst := numbers(n), make([]uint64, n)
		f := func(i int) { dst[i] = work(s[i], steps) }
		return ways{
			par: func() uint64 {
				par.ForSeq(func(yield func(int) bool) {
					for i := 0; i < n && yield(i); i++ {
					}
				}, f)
				return some(dst)
			},
			value:  func() uint64 { forEach(n, f); return some(dst) },
			inline: func(lo, hi int) uint64 { return mapped(dst[lo:hi], s[lo:hi], steps) },
		}
	}},
	{Name: "MapSeq", Also: "MapSeq2, FilterSeq, FlatMapSeq and their kin with Err", start: func(n, steps int) ways {
		s, dst := numbers(n), make([]uint64, n)
		f := func(v uint64) uint64 { return work(v, steps) }
		return ways{
			par: func() uint64 {
				i := 0
				for r := range par.MapSeq(slices.Values(s), f) {
					dst[i] = r
					i++
				}
				return some(dst)
			},
			value:  func() uint64 { mapInto(dst, s, f); return some(dst) },
			inline: func(lo, hi int) uint64 { return mapped(dst[lo:hi], s[lo:hi], steps) },
		}
	}},
	{Name: "Map", start: func(n, steps int) ways {
		s := numbers(n)
		f := func(v uint64) uint64 { return work(v, steps) }
		return ways{
			par: func() uint64 { return some(par.Map(s, f)) },
			value: func() uint64 {
				dst := make([]uint64, n)
				mapInto(dst, s, f)
				return some(dst)
			},
			inline: func(lo, hi int) uint64 { return mapped(make([]uint64, hi-lo), s[lo:hi], steps) },
		}
	}},
	{Name: "MapInto", start: func(n, steps int) ways {
		s, dst := numbers(n), make([]uint64, n)
		f := func(v uint64) uint64 { return work(v, steps) }
		return ways{
			par:    func() uint64 { par.MapInto(dst, s, f); return some(dst) },
			value:  func() uint64 { mapInto(dst, s, f); return some(dst) },
			inline: func(lo, hi int) uint64 { return mapped(dst[lo:hi], s[lo:hi], steps) },
		}
	}},
	{Name: "FlatMap", start: func(n, steps int) ways {
		s := numbers(n)
		f := func(v uint64) []uint64 {
			if v%2 == 0 {
				return nil
			}
			return []uint64{work(v, steps)}
		}
		return ways{
			par:   func() uint64 { return some(par.FlatMap(s, f)) },
			value: func() uint64 { return some(flatMap(s, f)) },
			inline: func(lo, hi int) uint64 {
				return some(oddOf(s[lo:hi], steps))
			},
		}
	}},
	{Name: "FilterMap", start: func(n, steps int) ways {
		s := numbers(n)
		f := func(v uint64) (uint64, bool) { return work(v, steps), v%2 != 0 }
		return ways{
			par:   func() uint64 { return some(par.FilterMap(s, f)) },
			value: func() uint64 { return some(filterMap(s, f)) },
			inline: func(lo, hi int) uint64 {
				var out []uint64
				for _, v := range s[lo:hi] {
					if r := work(v, steps); v%2 != 0 {
						out = append(out, r)
					}
				}
				return some(out)
			},
		}
	}},
}

// mapped is the inlined loop of what stores something for each element.
func mapped(dst, s []uint64, steps int) uint64 {
	dst = dst[:len(s)]
	for i, v := range s {
		dst[i] = work(v, steps)
	}
	return some(dst)
}

func oddOf(s []uint64, steps int) (out []uint64) {
	for _, v := range s {
		if v%2 != 0 {
			out = append(out, work(v, steps))
		}
	}
	return out
}

func failed(err error) uint64 {
	if err != nil {
		return 1
	}
	return 0
}
