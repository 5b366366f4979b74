package par_test

import (
	"slices"
	"testing"

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
