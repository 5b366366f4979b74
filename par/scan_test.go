package par_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

func TestScan(t *testing.T) {
	eachCase(t, func(g given) {
		s := par.Map(g.s, affineOf)
		want, acc := make([]affine, len(s)), start
		for i, v := range s {
			acc = compose(acc, v)
			want[i] = acc
		}
		if got := par.Scan(s, start, jolting2(compose), g.o...); !slices.Equal(got, want) {
			g.Wrong("got %v, want %v", got, want)
		}
		if !slices.Equal(s, par.Map(g.s, affineOf)) {
			g.Wrong("changed its input")
		}
	})
}

func TestScanExclusive(t *testing.T) {
	eachCase(t, func(g given) {
		s := par.Map(g.s, affineOf)
		want, acc := make([]affine, len(s)), start
		for i, v := range s {
			want[i] = acc
			acc = compose(acc, v)
		}
		got, total := par.ScanExclusive(s, start, jolting2(compose), g.o...)
		if !slices.Equal(got, want) || total != acc {
			g.Wrong("got %v and %v, want %v and %v", got, total, want, acc)
		}
	})
}

// TestScanInto wants what Scan and ScanExclusive return, in longer slices too, and in place.
func TestScanInto(t *testing.T) {
	eachCase(t, func(g given) {
		s := par.Map(g.s, affineOf)
		incl := par.Scan(s, start, compose, g.o...)
		excl, total := par.ScanExclusive(s, start, compose, g.o...)
		for what, dst := range map[string][]affine{"another slice": make([]affine, len(s)+3), "its own": s} {
			in := slices.Clone(s)
			if what == "its own" {
				in = dst
			}
			again := slices.Clone(in)
			par.ScanInto(dst, in, start, jolting2(compose), g.o...)
			if !slices.Equal(dst[:len(s)], incl) {
				g.Wrong("ScanInto %s: got %v, want %v", what, dst, incl)
			}
			copy(in, again)
			if got := par.ScanExclusiveInto(dst, in, start, jolting2(compose), g.o...); !slices.Equal(dst[:len(s)], excl) || got != total {
				g.Wrong("ScanExclusiveInto %s: got %v and %v, want %v and %v", what, dst, got, excl, total)
			}
			copy(s, again)
		}
	})
}

// packed is affine as an integer, for which brackets go anywhere.
type packed uint64

func pack(f affine) packed { return packed(f.a)<<32 | packed(f.b) }

func (p packed) affine() affine { return affine{uint32(p >> 32), uint32(p)} }

func TestScan_integers(t *testing.T) {
	op := jolting2(func(f, g packed) packed { return pack(compose(f.affine(), g.affine())) })
	id := pack(start)
	eachCase(t, func(g given) {
		s := par.Map(g.s, func(v int) packed { return pack(affineOf(v)) })
		incl, excl, acc := make([]packed, len(s)), make([]packed, len(s)), id
		for i, v := range s {
			excl[i] = acc
			acc = op(acc, v)
			incl[i] = acc
		}
		if got := par.Scan(s, id, op, g.o...); !slices.Equal(got, incl) {
			g.Wrong("Scan: got %v, want %v", got, incl)
		}
		if got, total := par.ScanExclusive(s, id, op, g.o...); !slices.Equal(got, excl) || total != acc {
			g.Wrong("ScanExclusive: got %v and %v, want %v and %v", got, total, excl, acc)
		}
		dst := slices.Clone(s)
		if par.ScanInto(dst, dst, id, op, g.o...); !slices.Equal(dst, incl) {
			g.Wrong("ScanInto its own: got %v, want %v", dst, incl)
		}
		copy(dst, s)
		if total := par.ScanExclusiveInto(dst, dst, id, op, g.o...); !slices.Equal(dst, excl) || total != acc {
			g.Wrong("ScanExclusiveInto its own: got %v and %v, want %v and %v", dst, total, excl, acc)
		}
	})
}

// TestScan_stolen has others take some of what is behind the first element, which waits for them.
func TestScan_stolen(t *testing.T) {
	const n = 1000
	p := pool(8)
	for range size(3, 20, 200) {
		s, want := make([]int, n), make([]int, n)
		for i := range s {
			s[i] = 1 << (i % 60)
			want[i] = s[i]
			if i > 0 {
				want[i] += want[i-1]
			}
		}
		var first sync.Once
		others := make(chan struct{})
		op := func(a, b int) int {
			if a == 0 { // the id
				skua.Blocking(p, func() { <-others })
			}
			first.Do(func() { close(others) })
			return a + b
		}
		if got := par.Scan(s, 0, op, par.On(p)); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestPrefixSum(t *testing.T) {
	eachCase(t, func(g given) {
		sum, halves := make([]int, len(g.s)), par.Map(g.s, func(v int) float64 { return float64(v) / 2 })
		small := par.Map(g.s, func(v int) meters { return meters(v) })
		acc := 0
		for i, v := range g.s {
			acc += v
			sum[i] = acc
		}
		if got := par.PrefixSum(g.s, g.o...); !slices.Equal(got, sum) {
			g.Wrong("got %v, want %v", got, sum)
		}
		if got := par.PrefixSum(halves, g.o...); !slices.EqualFunc(got, sum, func(h float64, v int) bool { return h == float64(v)/2 }) {
			g.Wrong("floats: got %v, want halves of %v", got, sum)
		}
		dst := slices.Concat(small, []meters{5})
		par.PrefixSumInto(dst, dst[:len(small)], g.o...)
		if !slices.EqualFunc(dst[:len(small)], sum, func(m meters, v int) bool { return m == meters(v) }) || dst[len(small)] != 5 {
			g.Wrong("in place: got %v, want %v and 5", dst, sum)
		}
	})
}
