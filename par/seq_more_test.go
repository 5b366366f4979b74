package par_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestFilterSeq(t *testing.T) {
	seqCase(t, func(g given) {
		want := slices.DeleteFunc(slices.Clone(g.s), func(v int) bool { return !isEven(v) })
		got := slices.Collect(par.FilterSeq(slices.Values(g.s), isEven, g.o...))
		if !slices.Equal(got, want) {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}

func TestFlatMapSeq(t *testing.T) {
	seqCase(t, func(g given) {
		f := jolting(func(v int) []int { return slices.Repeat([]int{v}, v%4) })
		want := par.FlatMap(g.s, f, par.Sequential())
		got := slices.Collect(par.FlatMapSeq(slices.Values(g.s), f, g.o...))
		if !slices.Equal(got, want) {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}

// TestSeqErr_more wants all results before the value without one, then the error, of the iterators
// that drop values or make several of one.
func TestSeqErr_more(t *testing.T) {
	for name, over := range map[string]func(ctx context.Context, seq iter.Seq[int], s *spoiler, o []par.Option) iter.Seq2[int, error]{
		"FilterSeqErr": func(ctx context.Context, seq iter.Seq[int], s *spoiler, o []par.Option) iter.Seq2[int, error] {
			return par.FilterSeqErr(ctx, seq, func(_ context.Context, v int) (bool, error) { return v%2 == 0, s.run(v) }, o...)
		},
		"FlatMapSeqErr": func(ctx context.Context, seq iter.Seq[int], s *spoiler, o []par.Option) iter.Seq2[int, error] {
			return par.FlatMapSeqErr(ctx, seq, func(_ context.Context, v int) ([]int, error) {
				return []int{v, v + 1}[:2*(1-v%2)], s.run(v) // the same numbers twice as often
			}, o...)
		},
		"MapSeq2Err": func(ctx context.Context, seq iter.Seq[int], s *spoiler, o []par.Option) iter.Seq2[int, error] {
			f := func(_ context.Context, v int) (int, error) { return v, s.run(v) }
			return par.MapSeq2Err(ctx, par.MapSeqErr(ctx, seq, func(_ context.Context, v int) (int, error) { return v, nil }), f, o...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			seqCase(t, func(g given) {
				s := newSpoiler(g, len(g.s))
				src := &source{TB: t, n: len(g.s)}
				var err error
				var got []int
				for v, e := range over(t.Context(), src.seq, s, g.o) {
					if err != nil {
						g.Wrong("a pair after the error")
					}
					if err = e; e == nil {
						got = append(got, v)
					}
				}
				for k, v := range got {
					if name == "MapSeq2Err" && v != k || name == "FilterSeqErr" && v != 2*k || name == "FlatMapSeqErr" && v != k {
						g.Wrong("result %d is %d", k, v)
					}
				}
				if s.wantErr(g, err); err == nil && len(got) != map[bool]int{true: (len(g.s) + 1) / 2, false: len(g.s) + len(g.s)%2}[name == "FilterSeqErr"] && name != "MapSeq2Err" {
					g.Wrong("%d results without an error", len(got))
				}
			})
		})
	}
}

// TestSeq2Err_reader: an error of the sequence lets everything before it run, and comes last.
func TestSeq2Err_reader(t *testing.T) {
	seqCase(t, func(g given) {
		var got []int
		var err error
		for v, e := range par.MapSeq2Err(t.Context(), broken(g.s), func(_ context.Context, v int) (int, error) { jolt(); return v, nil }, g.o...) {
			if err = e; e == nil {
				got = append(got, v)
			}
		}
		if err != errOdd || !slices.Equal(got, g.s) {
			g.Wrong("got %v, then %v, want %v, then the error of the sequence", got, err, g.s)
		}
		s := newSpoiler(g, len(g.s))
		order(g.s)
		err = par.ForSeq2Err(t.Context(), broken(g.s), func(_ context.Context, v int) error { return s.run(v) }, g.o...)
		if len(s.bad) == 0 {
			if err != errOdd {
				g.Wrong("ForSeq2Err returned %v, want the error of the sequence", err)
			}
			err = nil
		}
		s.wantErr(g, err)
	})
	bad := errors.New("bad")
	fail := func(context.Context, int) error { return bad }
	if err := par.ForSeq2Err(t.Context(), broken([]int{1, 2}), fail, par.Sequential()); err != bad {
		t.Errorf("the first call failed, so the sequence is not read to its end; got %v", err)
	}
	if err := par.ForSeq2Err(t.Context(), broken([]int{1, 2}), fail, par.AllErrors()); err.Error() != errors.Join(bad, bad, errOdd).Error() {
		t.Errorf("AllErrors reads the sequence to its end; got %v", err)
	}
}

// TestUnordered wants each result once, and no call when the range has ended.
func TestUnordered(t *testing.T) {
	seqCase(t, func(g given) {
		double := jolting(func(v int) int { return 2 * v })
		src := &source{TB: t, n: len(g.s)}
		unordered := append(g.o, par.Unordered())
		got := slices.Sorted(par.MapSeq(src.seq, double, unordered...))
		for i, v := range got {
			if v != 2*i {
				g.Wrong("result %d by size is %d", i, v)
			}
		}
		if len(got) != len(g.s) {
			g.Wrong("%d results of %d", len(got), len(g.s))
		}
		most := g.rand.IntN(len(g.s) + 1)
		count := 0
		for range par.FilterSeq(slices.Values(g.s), isEven, unordered...) {
			if count++; count >= most {
				break
			}
		}
		s := newSpoiler(g, len(g.s))
		s.inTime = true
		seen := make([]int, len(g.s))
		var err error
		for v, e := range par.MapSeqErr(t.Context(), (&source{TB: t, n: len(g.s)}).seq, func(_ context.Context, v int) (int, error) {
			return v, s.run(v)
		}, unordered...) {
			if err != nil {
				g.Wrong("a pair after the error")
			}
			if err = e; err == nil {
				if seen[v]++; seen[v] > 1 || s.bad[v] {
					g.Wrong("a result of %d: it is bad, or came before", v)
				}
			}
		}
		if s.wantErr(g, err); err == nil && slices.Contains(seen, 0) {
			g.Wrong("results are missing: %v", seen)
		}
	})
}

// TestUnordered_panic lets a call panic: nothing waits for ever, and the panic comes out.
func TestUnordered_panic(t *testing.T) {
	seqCase(t, func(g given) {
		if len(g.s) == 0 {
			return
		}
		bad := g.rand.IntN(len(g.s))
		v := expect.Recovered(func() {
			src := &source{TB: t, n: len(g.s)}
			for range par.MapSeq(src.seq, func(v int) int {
				if jolt(); v == bad {
					panic(errOdd)
				}
				return v
			}, append(g.o, par.Unordered())...) {
			}
		})
		if err, ok := v.(error); !ok || !errors.Is(err, errOdd) {
			g.Wrong("recovered %v", v)
		}
	})
}

// TestUnordered_early: a call that waits on a helper holds back no other result.
func TestUnordered_early(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	gate, waits := make(chan struct{}), atomic.Int32{}
	numbers := func(yield func(int) bool) {
		for i := 0; i < 10_000_000 && yield(i); i++ {
		}
	}
	early := false
	for v := range par.MapSeq(numbers, func(v int) int {
		onCaller := slices.ContainsFunc(functions(), func(name string) bool { return strings.HasSuffix(name, ".TestUnordered_early") })
		if !onCaller && waits.CompareAndSwap(0, int32(v)) {
			<-gate
		}
		return v
	}, par.Unordered(), par.Grain(1), par.On(pool(8))) {
		if at := int(waits.Load()); at > 0 && v > at {
			early = true
			close(gate) // the end of the range waits for the call
			break
		}
		if v > 9_000_000 {
			t.Fatal("no helper ran anything")
		}
	}
	if !early {
		t.Error("the range ended without a result that came before an earlier value's")
	}
}
