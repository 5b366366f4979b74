package par_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// badIndex is the error of one index.
type badIndex int

func (e badIndex) Error() string { return fmt.Sprintf("index %d is bad", int(e)) }

// A spoiler fails on some indices and remembers which of them ran.
type spoiler struct {
	inTime bool // a failure stops what lies before it, too
	bad    map[int]bool
	calls  []atomic.Int32
	mu     sync.Mutex
	hit    []int
}

// newSpoiler fails nowhere in every other case, else at about k of n indices.
func newSpoiler(g given, n int) *spoiler {
	s := &spoiler{bad: map[int]bool{}, calls: make([]atomic.Int32, n)}
	if n > 0 && g.rand.IntN(2) == 0 {
		for range 1 + g.rand.IntN(4) {
			s.bad[g.rand.IntN(n)] = true
		}
	}
	return s
}

func (s *spoiler) run(i int) error {
	jolt()
	s.calls[i].Add(1)
	if !s.bad[i] {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hit = append(s.hit, i)
	return badIndex(i)
}

// wantErr complains unless err is that of the lowest index that fails, and each before it ran, once; in time,
// unless it is that of the lowest that did fail. If none did every index ran. It reports whether that is so.
func (s *spoiler) wantErr(g given, err error) bool {
	g.Helper()
	slices.Sort(s.hit)
	switch {
	case len(s.bad) > 0 && len(s.hit) == 0:
		g.Wrong("nothing failed of %v", s.bad)
	case len(s.bad) > 0 && !s.inTime && err != badIndex(slices.Min(slices.Collect(maps.Keys(s.bad)))):
		g.Wrong("returned %v, but %v are bad", err, s.bad)
	case len(s.bad) > 0 && !s.inTime:
		onceEach(g, s.calls[:s.hit[0]+1])
	case len(s.hit) > 0 && err != badIndex(s.hit[0]):
		g.Wrong("returned %v, but %v failed", err, s.hit)
	case len(s.hit) == 0 && err != nil:
		g.Wrong("returned %v, but nothing failed", err)
	case len(s.hit) == 0:
		onceEach(g, s.calls)
		return true
	}
	return false
}

// order gives every element its index as value.
func order(s []int) []int {
	for i := range s {
		s[i] = i
	}
	return s
}

func TestForErr(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		err := par.ForErr(t.Context(), len(g.s), func(_ context.Context, i int) error { return s.run(i) }, g.o...)
		s.wantErr(g, err)
	})
}

func TestForEachErr(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		err := par.ForEachErr(t.Context(), order(g.s), func(_ context.Context, v int) error { return s.run(v) }, g.o...)
		s.wantErr(g, err)
	})
}

func TestForRangeErr(t *testing.T) {
	seqCase(t, func(g given) {
		from := g.rand.IntN(100) - 50
		s := newSpoiler(g, len(g.s))
		err := par.ForRangeErr(t.Context(), from, from+len(g.s), func(_ context.Context, lo, hi int) error {
			if lo >= hi || g.grain > 0 && hi-lo > g.grain {
				g.Wrong("got the block [%d, %d)", lo, hi)
			}
			for i := lo; i < hi; i++ {
				if err := s.run(i - from); err != nil {
					return err
				}
			}
			return nil
		}, g.o...)
		s.wantErr(g, err)
	})
}

func TestChunksErr(t *testing.T) {
	seqCase(t, func(g given) {
		n := 1 + g.rand.IntN(len(g.s)+1)
		s := newSpoiler(g, len(g.s))
		err := par.ChunksErr(t.Context(), order(g.s), n, func(_ context.Context, chunk []int) error {
			if len(chunk) != cap(chunk) || len(chunk) != min(n, len(g.s)-chunk[0]) || chunk[0]%n != 0 {
				g.Wrong("got a chunk of %d elements, capacity %d, at %d", len(chunk), cap(chunk), chunk[0])
			}
			for _, i := range chunk {
				if err := s.run(i); err != nil {
					return err
				}
			}
			return nil
		}, g.o...)
		s.wantErr(g, err)
	})
}

func TestMapErr(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		double := func(_ context.Context, v int) (int, error) { return 2 * v, s.run(v) }
		got, err := par.MapErr(t.Context(), order(g.s), double, g.o...)
		if s.wantErr(g, err) {
			for i, v := range got {
				if v != 2*i {
					g.Wrong("result %d is %d", i, v)
				}
			}
		}
		if (got == nil) != (err != nil) || err == nil && len(got) != len(g.s) {
			g.Wrong("%d results with error %v", len(got), err)
		}
	})
}

func TestMapIntoErr(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		dst := make([]int, len(g.s)+1)
		for i := range dst {
			dst[i] = -1
		}
		double := func(_ context.Context, v int) (int, error) { return 2 * v, s.run(v) }
		err := par.MapIntoErr(t.Context(), dst, order(g.s), double, g.o...)
		done := s.wantErr(g, err)
		for i, v := range dst {
			ran := i < len(g.s) && s.calls[i].Load() == 1 && !s.bad[i]
			if ran && v != 2*i || !ran && v != -1 || done && !ran && i < len(g.s) {
				g.Wrong("dst[%d] is %d, called: %v", i, v, ran)
			}
		}
	})
	if expect.Recovered(func() {
		par.MapIntoErr(t.Context(), make([]int, 1), make([]int, 2), func(context.Context, int) (int, error) { return 0, nil })
	}) == nil {
		t.Error("MapIntoErr took a dst that is too short")
	}
}

func TestMapReduceErr(t *testing.T) {
	third := func(v int) float64 { return 1 / (float64(v) + 3) }
	add := func(a, b float64) float64 { return a + b }
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		m := func(_ context.Context, v int) (float64, error) { return third(v), s.run(v) }
		got, err := par.MapReduceErr(t.Context(), order(g.s), 0.5, m, add, g.o...)
		want := 0.0
		if s.wantErr(g, err) {
			want = par.MapReduce(g.s, 0.5, third, add, append(g.o, par.Sequential())...)
		}
		if got != want {
			g.Wrong("got %v, want %v, which MapReduce has", got, want)
		}
	})
}

func TestDoErr(t *testing.T) {
	r := random(t)
	for n := range 40 {
		g := given{T: t, rand: r, what: fmt.Sprintf("n=%d", n)}
		s := newSpoiler(g, n)
		fns := make([]func(context.Context) error, n)
		for i := range fns {
			fns[i] = func(context.Context) error { return s.run(i) }
		}
		s.wantErr(g, par.DoErr(t.Context(), fns...))
	}
}

// TestErr_all wants all calls, and the errors of all that failed, in order.
func TestErr_all(t *testing.T) {
	seqCase(t, func(g given) {
		for _, l := range looping {
			s := newSpoiler(g, len(g.s))
			var want []error
			for i := range s.calls {
				if s.bad[i] {
					want = append(want, badIndex(i))
				}
			}
			err := l.run(t.Context(), len(g.s), func(_ context.Context, i int) error { return s.run(i) }, append(g.o, par.AllErrors())...)
			onceEach(g, s.calls)
			if fmt.Sprint(err) != fmt.Sprint(errors.Join(want...)) {
				g.Wrong("%s returned %v, want %v", l.name, err, want)
			}
		}
	})
}

// TestErr_misuse wants panics at the edge.
func TestErr_misuse(t *testing.T) {
	ctx, none := t.Context(), context.Context(nil)
	s := []int{1}
	f := func(context.Context, int) error { t.Error("called"); return nil }
	for name, call := range map[string]func(){
		"ForErr":       func() { par.ForErr(ctx, 1, nil) },
		"ForErr ctx":   func() { par.ForErr(none, 1, f) },
		"ForRangeErr":  func() { par.ForRangeErr(ctx, 0, 1, nil) },
		"ForEachErr":   func() { par.ForEachErr(ctx, s, nil) },
		"ChunksErr":    func() { par.ChunksErr(ctx, s, 1, nil) },
		"ChunksErr 0":  func() { par.ChunksErr(ctx, s, 0, func(context.Context, []int) error { return nil }) },
		"MapErr":       func() { par.MapErr[[]int, int, int](ctx, s, nil) },
		"MapIntoErr":   func() { par.MapIntoErr(ctx, s, s, nil) },
		"MapReduceErr": func() { par.MapReduceErr(ctx, s, 0, nil, func(a, b int) int { return a }) },
		"DoErr":        func() { par.DoErr(ctx, func(context.Context) error { t.Error("called"); return nil }, nil) },
		"DoErr ctx":    func() { par.DoErr(none) },
		"ForSeq":       func() { par.ForSeq(slices.Values(s), nil) },
		"ForSeq2":      func() { par.ForSeq2(slices.All(s), nil) },
		"MapSeq2":      func() { par.MapSeq2[int, int, int](slices.All(s), nil) },
		"ForSeq seq":   func() { par.ForSeq(nil, func(int) {}) },
		"MapSeq":       func() { par.MapSeq[int, int](slices.Values(s), nil) },
		"ForSeqErr":    func() { par.ForSeqErr(ctx, slices.Values(s), nil) },
		"MapSeqErr":    func() { par.MapSeqErr[int, int](ctx, slices.Values(s), nil) },
		"MapSeqErr ctx": func() {
			par.MapSeqErr(none, slices.Values(s), func(context.Context, int) (int, error) { return 0, nil })
		},
	} {
		text, ok := expect.Recovered(call).(string)
		if name, _, _ = strings.Cut(name, " "); !ok || !strings.HasPrefix(text, "par: "+name) {
			t.Errorf("%s panicked with %q, want par: %s …", name, text, name)
		}
	}
}
