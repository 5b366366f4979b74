package par_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// A source is an iterator over 0, 1, … n-1 that notes how it is used.
type source struct {
	testing.TB
	n       int
	inside  atomic.Int32
	given   atomic.Int32 // values yielded
	stopped atomic.Bool  // yield has returned false
}

func (s *source) seq(yield func(int) bool) {
	if s.inside.Add(1) != 1 {
		s.Error("the source runs twice at a time")
	}
	defer s.inside.Add(-1)
	for i := range s.n {
		s.given.Add(1)
		if !yield(i) {
			s.stopped.Store(true)
			return
		}
	}
}

// seqCase is eachCase for calls that others may join without a steal, or that
// fail too early for one. That others take part, TestErr_echo shows.
func seqCase(t *testing.T, check func(g given)) {
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			r := random(t)
			all := []int{0, 1, 2, 17, 64, 257, 1024, 5000, r.IntN(5000)}
			for _, n := range size([]int{0, 1, 2, 17, 257, 2049}, all, all) {
				grains := []int{0, 0, 1, max(1, n-1), n + 1, 1 + r.IntN(n+1)}
				if n > size(17, 64, math.MaxInt) {
					grains = []int{0, 1, 1 + r.IntN(n+1)}
				}
				for _, grain := range grains {
					g := given{T: t, rand: r, s: ints(r, n), grain: grain, o: []par.Option{way.option()}}
					if grain > 0 {
						g.o = append(g.o, par.Grain(grain))
					}
					k := r.IntN(4)
					if k > 0 {
						g.o = append(g.o, par.MaxWorkers(k))
					}
					g.what = fmt.Sprintf("n=%d grain=%d most=%d", n, grain, k)
					if check(g); t.Failed() {
						return
					}
				}
			}
		})
	}
}

func TestForSeq(t *testing.T) {
	seqCase(t, func(g given) {
		calls := make([]atomic.Int32, len(g.s))
		src := &source{TB: t, n: len(g.s)}
		par.ForSeq(src.seq, func(v int) { jolt(); calls[v].Add(1) }, g.o...)
		onceEach(g, calls)
	})
}

func TestForSeqErr(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		src := &source{TB: t, n: len(g.s)}
		err := par.ForSeqErr(t.Context(), src.seq, func(_ context.Context, v int) error { return s.run(v) }, g.o...)
		s.wantErr(g, err)
	})
}

func TestMapSeq(t *testing.T) {
	seqCase(t, func(g given) {
		f := jolting(func(v int) string { return fmt.Sprint(v) })
		results := par.MapSeq(slices.Values(g.s), f, g.o...)
		want := par.Map(g.s, f, par.Sequential())
		for range 2 { // it can be ranged over again
			if got := slices.Collect(results); !slices.Equal(got, want) {
				g.Wrong("got %v, want %v", got, want)
			}
		}
	})
}

// TestMapSeqErr wants all results before the value without one, then the error.
func TestMapSeqErr(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		src := &source{TB: t, n: len(g.s)}
		var err error
		k := 0
		for v, e := range par.MapSeqErr(t.Context(), src.seq, func(_ context.Context, v int) (int, error) {
			return 2 * v, s.run(v)
		}, g.o...) {
			switch {
			case err != nil:
				g.Wrong("a pair after the error")
			case e != nil:
				err = e
			case v != 2*k || s.bad[k]:
				g.Wrong("result %d is %d", k, v)
			default:
				k++
			}
		}
		if s.wantErr(g, err); err == nil && k != len(g.s) || err != nil && error(badIndex(k)) != err {
			g.Wrong("%d results, and then %v", k, err)
		}
	})
}

// TestMapSeqErr_all wants the results of all calls that do not fail, then all errors.
func TestMapSeqErr_all(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		var got, want []int
		var bad []error
		for i := range g.s {
			if s.bad[i] {
				bad = append(bad, badIndex(i))
			} else {
				want = append(want, i)
			}
		}
		var err error
		for v, e := range par.MapSeqErr(t.Context(), slices.Values(order(g.s)), func(_ context.Context, v int) (int, error) {
			return v, s.run(v)
		}, append(g.o, par.AllErrors())...) {
			if err = e; e == nil {
				got = append(got, v)
			}
		}
		onceEach(g, s.calls)
		if !slices.Equal(got, want) || fmt.Sprint(err) != fmt.Sprint(errors.Join(bad...)) {
			g.Wrong("got %v, then %v, want %v, then %v", got, err, want, bad)
		}
	})
}

// TestMapSeq_break ends ranges early, in all ways: nothing runs afterwards, and
// the source has been told.
func TestMapSeq_break(t *testing.T) {
	seqCase(t, func(g given) {
		if len(g.s) == 0 {
			return
		}
		var over atomic.Bool
		var running atomic.Int32
		f := jolting(func(v int) int {
			running.Add(1)
			defer running.Add(-1)
			if over.Load() {
				g.Wrong("a call after the range")
			}
			return v
		})
		src := &source{TB: t, n: len(g.s)}
		last := g.rand.IntN(len(g.s))
		results := par.MapSeq(src.seq, f, g.o...)
		if g.rand.IntN(2) == 0 {
			pairs := par.MapSeqErr(t.Context(), src.seq, func(_ context.Context, v int) (int, error) { return f(v), nil }, g.o...)
			results = func(yield func(int) bool) { pairs(func(v int, _ error) bool { return yield(v) }) }
		}
		next := 0
		end := func() { over.Store(true) }
		ends := map[string]func(){
			"break": func() {
				for v := range results {
					if next = v; v == last {
						break
					}
				}
			},
			"panic": func() {
				if v := expect.Recovered(func() {
					for v := range results {
						if next = v; v == last {
							panic("content")
						}
					}
				}); v != "content" {
					g.Wrong("the range panicked with %v", v)
				}
			},
			"Goexit": func() {
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					for v := range results {
						if next = v; v == last {
							(&testing.T{}).FailNow()
						}
					}
				}()
				<-ended
			},
		}
		for how, run := range ends {
			over.Store(false)
			src.stopped.Store(false)
			run()
			end()
			if running.Load() != 0 || next != last || how != "Goexit" && how != "panic" && !src.stopped.Load() && int(src.given.Load()) < len(g.s) {
				g.Wrong("%s at %d: %d calls run, last result %d, source told: %v", how, last, running.Load(), next, src.stopped.Load())
			}
		}
	})
}

// TestMapSeq_ahead wants a bound on the values that are given before their
// results are used.
func TestMapSeq_ahead(t *testing.T) {
	kit.Stealing(t)
	for _, workers := range workerNumbers() {
		for _, grain := range []int{1, 7} {
			src := &source{TB: t, n: 3000}
			k, most := 0, 0
			for range par.MapSeq(src.seq, jolting(func(v int) int { return v }), par.On(pool(workers)), par.Grain(grain)) {
				k++
				most = max(most, int(src.given.Load())-k)
			}
			// A helper counts besides that waits for a thief of its batch, and each
			// such thief is a worker.
			if most > 2*4*workers*grain {
				t.Errorf("grain %d on %d workers: %d values ahead", grain, workers, most)
			}
			if workers > 1 && most < grain {
				t.Errorf("grain %d on %d workers: only %d values ahead", grain, workers, most)
			}
		}
	}
}

// TestForSeq_fed lets the source wait until each value has been used.
func TestForSeq_fed(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, way := range ways {
		used := make(chan int, 1)
		seq := func(yield func(int) bool) {
			for i := range 200 {
				if !yield(i) || <-used != i {
					t.Error("out of step")
				}
			}
		}
		par.ForSeq(seq, func(v int) { used <- v }, way.option(), par.Grain(1))
	}
}

// TestMapSeq_chain uses results as a source, many times over.
func TestMapSeq_chain(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, way := range ways {
		const n = 500
		var seq iter.Seq[int] = (&source{TB: t, n: n}).seq
		for range 5 {
			seq = par.MapSeq(seq, jolting(func(v int) int { return v + 1 }), way.option())
		}
		k := 5
		for v := range seq {
			if v != k {
				t.Fatalf("%s: got %d, want %d", way.name, v, k)
			}
			k++
		}
		if k != n+5 {
			t.Errorf("%s: %d results", way.name, k-5)
		}
	}
}

// TestMapSeq_nested ranges inside bodies, on pools that have no worker to spare:
// on the pool and at the task's own place.
func TestMapSeq_nested(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	var sum func(o par.Option, depth int) int
	sum = func(o par.Option, depth int) (total int) {
		if depth == 0 {
			jolt()
			return 1
		}
		for v := range par.MapSeq((&source{TB: t, n: 40}).seq, func(int) int { return sum(o, depth-1) }, o) {
			total += v
		}
		return total
	}
	for _, way := range ways {
		par.For(10, func(int) {
			if got := sum(way.option(), 2); got != 1600 {
				t.Errorf("%s: %d calls, want 1600", way.name, got)
			}
		}, way.option(), par.Grain(1))
	}
	for _, workers := range workerNumbers() {
		skua.Join(pool(workers),
			func(w *skua.Worker) {
				k := 0
				for v := range par.MapSeq((&source{TB: t, n: 1000}).seq, jolting(func(v int) int { return v }), par.On(w)) {
					if v != k {
						t.Errorf("got %d, want %d", v, k)
					}
					skua.Join(w, func(*skua.Worker) { k++ }, func(*skua.Worker) {})
				}
			},
			func(w *skua.Worker) {
				var n atomic.Int32
				par.ForSeq((&source{TB: t, n: 1000}).seq, func(int) { jolt(); n.Add(1) }, par.On(w))
				if n.Load() != 1000 {
					t.Errorf("%d calls of 1000", n.Load())
				}
			})
	}
}
