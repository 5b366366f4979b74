//go:build go1.27

package par_test

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

// chainSink keeps the compiler from leaving out what has no result.
var chainSink int

func keepThird(v int) bool { return v%3 == 0 }

func addSeven(v int) int { return v + 7 }

// churn takes some 100 ns.
func churn(v int) int {
	x := uint64(v)
	for range 64 {
		x = x*6364136223846793005 + 1442695040888963407 // Knuth's MMIX
	}
	return int(x >> 33)
}

// BenchmarkChain: the chain, the same by functions over slices, by hand on a goroutine for each
// processor, and a plain loop.
//
//	go test -run xxx -bench 'Chain$' ./par
func BenchmarkChain(b *testing.B) {
	s := make([]int, 1_000_000)
	for i := range s {
		s[i] = (i * 7919) % len(s)
	}
	few := s[:20_000]
	for _, c := range []struct {
		name                     string
		chain, slices, hand, seq func() int
	}{
		{
			name:   "filter-map-sum",
			chain:  func() int { return par.Of(s).Filter(keepThird).Map(addSeven).Sum(par.Identity) },
			slices: func() int { return par.Sum(par.Map(par.Filter(s, keepThird), addSeven)) },
			hand: func() int {
				sums := make([]int, 64)
				inPieces(len(s), func(k, lo, hi int) { sums[k] = thirdsSum(s[lo:hi]) })
				return par.Sum(sums, par.Sequential())
			},
			seq: func() int { return thirdsSum(s) },
		},
		{
			name:   "filter-map-slice",
			chain:  func() int { return len(par.Of(s).Filter(keepThird).Map(addSeven).Collect()) },
			slices: func() int { return len(par.Map(par.Filter(s, keepThird), addSeven)) },
			hand: func() int {
				parts := make([][]int, 64)
				inPieces(len(s), func(k, lo, hi int) { parts[k] = thirds(s[lo:hi]) })
				return len(slices.Concat(parts...))
			},
			seq: func() int { return len(thirds(s)) },
		},
		{
			name:   "map-compute-max",
			chain:  func() int { v, _ := par.Of(few).Map(churn).Filter(keepThird).Max(par.Identity); return v },
			slices: func() int { return par.Max(par.Filter(par.Map(few, churn), keepThird)) },
			hand: func() int {
				most := make([]int, 64)
				inPieces(len(few), func(k, lo, hi int) { most[k] = churnMax(few[lo:hi]) })
				return slices.Max(most)
			},
			seq: func() int { return churnMax(few) },
		},
	} {
		for _, way := range []struct {
			name string
			f    func() int
		}{{"chain", c.chain}, {"slices", c.slices}, {"hand", c.hand}, {"seq", c.seq}} {
			b.Run(c.name+"/way="+way.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					chainSink = way.f()
				}
			})
		}
	}
}

func thirdsSum(s []int) (sum int) {
	for _, v := range s {
		if keepThird(v) {
			sum += addSeven(v)
		}
	}
	return sum
}

func thirds(s []int) (out []int) {
	for _, v := range s {
		if keepThird(v) {
			out = append(out, addSeven(v))
		}
	}
	return out
}

func churnMax(s []int) (most int) {
	for _, v := range s {
		if c := churn(v); keepThird(c) {
			most = max(most, c)
		}
	}
	return most
}
