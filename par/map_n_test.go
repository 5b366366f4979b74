package par_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestMapN(t *testing.T) {
	eachCase(t, func(g given) {
		f := jolting(func(i int) int { return 3 * g.s[i] })
		if got, want := par.MapN(len(g.s), f, g.o...), mapTwin(g.s, func(v int) int { return 3 * v }); !slices.Equal(got, want) {
			g.Wrong("MapN: got %v, want %v", got, want)
		}
	})
}

// TestMapReduceN: the same brackets as MapReduce, so compositions come out in order too.
func TestMapReduceN(t *testing.T) {
	eachCase(t, func(g given) {
		of := func(i int) affine { jolt(); return affineOf(g.s[i]) }
		want := start
		for i := range g.s {
			want = compose(want, affineOf(g.s[i]))
		}
		if got := par.MapReduceN(len(g.s), start, of, compose, g.o...); got != want {
			g.Wrong("MapReduceN: got %v, want %v", got, want)
		}
		got, err := par.MapReduceNErr(t.Context(), len(g.s), start,
			func(_ context.Context, i int) (affine, error) { return of(i), nil }, compose, g.o...)
		if got != want || err != nil {
			g.Wrong("MapReduceNErr: got %v, %v, want %v", got, err, want)
		}
	})
}

func TestMapNErr(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		got, err := par.MapNErr(t.Context(), len(g.s), func(_ context.Context, i int) (int, error) { return 2 * i, s.run(i) }, g.o...)
		if s.wantErr(g, err); (err == nil) != (got != nil) {
			g.Wrong("got %v and %v", got, err)
		}
		for i, v := range got {
			if v != 2*i {
				g.Wrong("result %d is %d", i, v)
			}
		}
	})
}

func TestMapReduceNErr(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		got, err := par.MapReduceNErr(t.Context(), len(g.s), 0, func(_ context.Context, i int) (int, error) { return 1, s.run(i) }, sum, g.o...)
		if want := len(g.s); s.wantErr(g, err) && got != want || err != nil && got != 0 {
			g.Wrong("got %d, %v, want %d", got, err, want)
		}
	})
}

func TestGather(t *testing.T) {
	for n := range 40 {
		fns := make([]func() int, n)
		for i := range fns {
			fns[i] = func() int { return i * i }
		}
		got := par.Gather(fns...)
		if len(got) != n {
			t.Fatalf("%d results of %d functions", len(got), n)
		}
		for i, v := range got {
			if v != i*i {
				t.Errorf("result %d of %d is %d", i, n, v)
			}
		}
	}
	called := false
	v := expect.Recovered(func() { par.Gather(func() int { called = true; return 0 }, nil) })
	if v != "par: Gather needs functions, but number 1 is nil" || called {
		t.Errorf("recovered %v; called before: %v", v, called)
	}
}

// TestGather_atOnce: functions that meet both run, as those of Do.
func TestGather_atOnce(t *testing.T) {
	met := make(chan int)
	err := pool(2).Run(t.Context(), func(*skua.Worker) error {
		if got := par.Gather(func() int { met <- 5; return 1 }, func() int { return <-met }); !slices.Equal(got, []int{1, 5}) {
			t.Errorf("got %v", got)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestGatherErr(t *testing.T) {
	bad := errors.New("bad")
	ok := func(v int) func(context.Context) (int, error) {
		return func(context.Context) (int, error) { return v, nil }
	}
	if got, err := par.GatherErr(t.Context(), ok(1), ok(2), ok(3)); !slices.Equal(got, []int{1, 2, 3}) || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	got, err := par.GatherErr(t.Context(), ok(1), func(context.Context) (int, error) { return 2, bad })
	if got != nil || err != bad {
		t.Errorf("got %v, %v, want the error alone", got, err)
	}
}
