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
