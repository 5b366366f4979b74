package par_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// callbacks is every and the functions with errors, over iterators, and the sorts:
// each function that a user can give to the package. A call of hook may panic.
var callbacks = func() map[string]func(n int, hook func(), o ...par.Option) {
	ctx := context.Background()
	all := maps.Clone(every)
	maps.Copy(all, map[string]func(n int, hook func(), o ...par.Option){
		"Fold newAcc": func(n int, hook func(), o ...par.Option) {
			par.Fold(make([]int, n), func() int { hook(); return 0 }, plus(nothing), plus(nothing), o...)
		},
		"MinFunc":  func(n int, hook func(), o ...par.Option) { par.MinFunc(make([]int, max(1, n)), compare(hook), o...) },
		"MaxFunc":  func(n int, hook func(), o ...par.Option) { par.MaxFunc(make([]int, max(1, n)), compare(hook), o...) },
		"MinBy":    func(n int, hook func(), o ...par.Option) { par.MinBy(make([]int, max(1, n)), id(hook), o...) },
		"MaxBy":    func(n int, hook func(), o ...par.Option) { par.MaxBy(make([]int, max(1, n)), id(hook), o...) },
		"SortFunc": func(n int, hook func(), o ...par.Option) { par.SortFunc(shuffled(n), compare(hook), o...) },
		"SortFunc sorted": func(n int, hook func(), o ...par.Option) {
			par.SortFunc(order(make([]int, n)), compare(hook), o...)
		},
		"SortFunc most=1": func(n int, hook func(), o ...par.Option) {
			par.SortFunc(shuffled(n), compare(hook), append(o, par.MaxWorkers(1))...)
		},
		"SortStableFunc": func(n int, hook func(), o ...par.Option) { par.SortStableFunc(shuffled(n), compare(hook), o...) },
		"MergeFunc": func(n int, hook func(), o ...par.Option) {
			par.MergeFunc(order(make([]int, n/2)), order(make([]int, n-n/2)), compare(hook), o...)
		},
		"ForErr": func(n int, hook func(), o ...par.Option) {
			par.ForErr(ctx, n, func(context.Context, int) error { hook(); return nil }, o...)
		},
		"ForRangeErr": func(n int, hook func(), o ...par.Option) {
			par.ForRangeErr(ctx, 0, n, func(_ context.Context, lo, hi int) error { each(hook)(lo, hi); return nil }, o...)
		},
		"ForEachErr": func(n int, hook func(), o ...par.Option) {
			par.ForEachErr(ctx, make([]int, n), func(context.Context, int) error { hook(); return nil }, o...)
		},
		"ChunksErr": func(n int, hook func(), o ...par.Option) {
			par.ChunksErr(ctx, make([]int, n), 2, func(context.Context, []int) error { hook(); return nil }, o...)
		},
		"MapErr": func(n int, hook func(), o ...par.Option) {
			par.MapErr(ctx, make([]int, n), func(context.Context, int) (int, error) { hook(); return 0, nil }, o...)
		},
		"MapIntoErr": func(n int, hook func(), o ...par.Option) {
			par.MapIntoErr(ctx, make([]int, n), make([]int, n), func(context.Context, int) (int, error) { hook(); return 0, nil }, o...)
		},
		"MapReduceErr": func(n int, hook func(), o ...par.Option) {
			par.MapReduceErr(ctx, make([]int, n), 0, func(context.Context, int) (int, error) { hook(); return 0, nil }, plus(nothing), o...)
		},
		"MapReduceErr op": func(n int, hook func(), o ...par.Option) {
			par.MapReduceErr(ctx, make([]int, n), 0, func(context.Context, int) (int, error) { return 0, nil }, plus(hook), o...)
		},
		"MapNErr": func(n int, hook func(), o ...par.Option) {
			par.MapNErr(ctx, n, func(context.Context, int) (int, error) { hook(); return 0, nil }, o...)
		},
		"MapReduceNErr": func(n int, hook func(), o ...par.Option) {
			par.MapReduceNErr(ctx, n, 0, func(context.Context, int) (int, error) { hook(); return 0, nil }, plus(nothing), o...)
		},
		"FlatMapErr": func(n int, hook func(), o ...par.Option) {
			par.FlatMapErr(ctx, make([]int, n), func(context.Context, int) ([]int, error) { hook(); return nil, nil }, o...)
		},
		"ReduceBy op": func(n int, hook func(), o ...par.Option) {
			par.ReduceBy(make([]int, n), id(nothing), id(nothing), plus(hook), o...)
		},
		"TopKFunc of most": func(n int, hook func(), o ...par.Option) { par.TopKFunc(shuffled(n), n, compare(hook), o...) },
		"MapSeq unordered": func(n int, hook func(), o ...par.Option) {
			for range par.MapSeq(slices.Values(make([]int, n)), id(hook), append(o, par.Unordered())...) {
			}
		},
		"FilterSeq": func(n int, hook func(), o ...par.Option) {
			for range par.FilterSeq(slices.Values(make([]int, n)), is(true, hook), o...) {
			}
		},
		"FlatMapSeq": func(n int, hook func(), o ...par.Option) {
			for range par.FlatMapSeq(slices.Values(make([]int, n)), func(int) []int { hook(); return nil }, o...) {
			}
		},
		"FilterSeqErr": func(n int, hook func(), o ...par.Option) {
			f := func(context.Context, int) (bool, error) { hook(); return true, nil }
			for range par.FilterSeqErr(ctx, slices.Values(make([]int, n)), f, o...) {
			}
		},
		"FlatMapSeqErr": func(n int, hook func(), o ...par.Option) {
			f := func(context.Context, int) ([]int, error) { hook(); return nil, nil }
			for range par.FlatMapSeqErr(ctx, slices.Values(make([]int, n)), f, o...) {
			}
		},
		"WalkFS": func(n int, hook func(), o ...par.Option) {
			par.WalkFS(ctx, manyFiles(n), ".", func(_ string, d fs.DirEntry, _ error) error {
				if !d.IsDir() {
					hook()
				}
				return nil
			}, o...)
		},
		"ForSeq2Err": func(n int, hook func(), o ...par.Option) {
			par.ForSeq2Err(ctx, broken(make([]int, n)), func(context.Context, int) error { hook(); return nil }, o...)
		},
		"MapSeq2Err": func(n int, hook func(), o ...par.Option) {
			f := func(context.Context, int) (int, error) { hook(); return 0, nil }
			for range par.MapSeq2Err(ctx, broken(make([]int, n)), f, o...) {
			}
		},
		"ForSeq": func(n int, hook func(), o ...par.Option) {
			par.ForSeq(slices.Values(make([]int, n)), func(int) { hook() }, o...)
		},
		"MapSeq": func(n int, hook func(), o ...par.Option) {
			for range par.MapSeq(slices.Values(make([]int, n)), id(hook), o...) {
			}
		},
		"ForSeq2": func(n int, hook func(), o ...par.Option) {
			par.ForSeq2(slices.All(make([]int, n)), func(int, int) { hook() }, o...)
		},
		"MapSeq2": func(n int, hook func(), o ...par.Option) {
			for range par.MapSeq2(slices.All(make([]int, n)), func(int, int) int { hook(); return 0 }, o...) {
			}
		},
		"ForSeqErr": func(n int, hook func(), o ...par.Option) {
			par.ForSeqErr(ctx, slices.Values(make([]int, n)), func(context.Context, int) error { hook(); return nil }, o...)
		},
		"MapSeqErr": func(n int, hook func(), o ...par.Option) {
			f := func(context.Context, int) (int, error) { hook(); return 0, nil }
			for range par.MapSeqErr(ctx, slices.Values(make([]int, n)), f, o...) {
			}
		},
	})
	return all
}()

// shuffled returns n numbers in an order that is always the same and is none.
func shuffled(n int) []int {
	s := order(make([]int, n))
	rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
}

// TestPanic_kind: how a panic comes out depends on the place, never on how many
// elements there are or on which call it is that panics.
func TestPanic_kind(t *testing.T) {
	defer expect.Within(t, 5*time.Minute)()
	cause := errors.New("no good")
	at := map[string]func(f func(o ...par.Option)) any{
		"pool":    func(f func(o ...par.Option)) any { return expect.Recovered(func() { f(par.On(pool(2))) }) },
		"default": func(f func(o ...par.Option)) any { return expect.Recovered(func() { f() }) },
		"worker": func(f func(o ...par.Option)) (v any) {
			skua.Join(pool(2), func(w *skua.Worker) { v = expect.Recovered(func() { f(par.On(w)) }) }, func(*skua.Worker) {})
			return v
		},
		"frame": func(f func(o ...par.Option)) any {
			return skua.NewFunc(func(at *skua.Frame[int, any], _ int) any {
				return expect.Recovered(func() { f(par.On(at)) })
			}).On(pool(2), 0)
		},
		"sequential": func(f func(o ...par.Option)) any { return expect.Recovered(func() { f(par.Sequential()) }) },
	}
	sizes := size([]int{0, 2, 600}, []int{0, 1, 2, 40, 5000}, []int{0, 1, 2, 40, 1000, 5000, 20_000})
	for name, call := range callbacks {
		for _, n := range sizes {
			var all atomic.Int64
			call(n, func() { all.Add(1) }, par.On(pool(1)))
			positions := map[int64]bool{1: true, max(1, all.Load()/2): true, max(1, all.Load()): true}
			for where, run := range at {
				for k := range positions {
					var calls atomic.Int64
					v := run(func(o ...par.Option) {
						call(n, func() {
							if calls.Add(1) == k {
								panic(cause)
							}
						}, o...)
					})
					e, wrapped := v.(*skua.PanicError)
					switch {
					case calls.Load() < k: // there is no such call
					case (where == "pool" || where == "default") && !(wrapped && e.Value == cause && strings.Contains(string(e.Stack), "par_test.")):
						t.Errorf("%s at %s, call %d of n=%d: recovered %T, want a *skua.PanicError with value and stack", name, where, k, n, v)
					case where != "pool" && where != "default" && v != cause:
						t.Errorf("%s at %s, call %d of n=%d: recovered %T, want the value itself", name, where, k, n, v)
					}
				}
			}
		}
	}
}

// TestPanic_hash: a key that cannot be one panics on the same side too.
func TestPanic_hash(t *testing.T) {
	for _, n := range []int{1, 10_000} {
		v := expect.Recovered(func() { par.GroupBy(make([]int, n), func(int) any { return []int{} }, par.On(pool(2))) })
		if _, ok := v.(*skua.PanicError); !ok {
			t.Errorf("n=%d: recovered %T, want a *skua.PanicError", n, v)
		}
	}
}

// TestPanic_cancelled: a cancelled run unwinds a comparison like any function.
func TestPanic_cancelled(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, n := range []int{2, 20_000} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cause := errors.New("enough")
		err := pool(2).Run(ctx, func(w *skua.Worker) error {
			par.SortFunc(shuffled(n), func(a, b int) int {
				for cancel(cause); ; { // until the cancellation arrives
					par.For(100, func(int) {}, par.On(w), par.Grain(1))
				}
			}, par.On(pool(2)), par.MaxWorkers(1))
			return nil
		})
		if err != cause {
			t.Errorf("n=%d: Run returned %v, want the cause", n, err)
		}
	}
}

// TestClosed: a closed pool refuses every call, however few the elements are.
func TestClosed(t *testing.T) {
	closed, err := skua.New()
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	calls := maps.Clone(callbacks)
	calls["Sort"] = func(n int, _ func(), o ...par.Option) { par.Sort(shuffled(n), o...) }
	calls["Merge"] = func(n int, _ func(), o ...par.Option) { par.Merge(make([]int, n), make([]int, n), o...) }
	calls["Flatten"] = func(n int, _ func(), o ...par.Option) { par.Flatten(make([][]int, n), o...) }
	calls["Sum"] = func(n int, _ func(), o ...par.Option) { par.Sum(make([]int, n), o...) }
	calls["Min"] = func(n int, _ func(), o ...par.Option) { par.Min(make([]int, max(1, n)), o...) }
	calls["Index"] = func(n int, _ func(), o ...par.Option) { par.Index(make([]int, n), 1, o...) }
	calls["Contains"] = func(n int, _ func(), o ...par.Option) { par.Contains(make([]int, n), 1, o...) }
	calls["TopK"] = func(n int, _ func(), o ...par.Option) { par.TopK(make([]int, n), 2, o...) }
	calls["Unique"] = func(n int, _ func(), o ...par.Option) { par.Unique(make([]int, n), o...) }
	calls["Shuffle"] = func(n int, _ func(), o ...par.Option) { par.Shuffle(make([]int, n), 2, o...) }
	for name, call := range calls {
		for _, n := range []int{0, 1, 3, 20_000} {
			v := expect.Recovered(func() { call(n, func() { t.Errorf("%s, n=%d: a function ran", name, n) }, par.On(closed)) })
			if v != skua.ErrClosed {
				t.Errorf("%s, n=%d: recovered %v, want ErrClosed", name, n, v)
			}
		}
	}
}

// TestClosing: a call whose function has been called is inside, however many loops it consists of: a Close
// waits for its end. Over a sequence it may panic, as the pool of a sequence that waits may be closed.
func TestClosing(t *testing.T) {
	defer expect.Within(t, 5*time.Minute)()
	calls := maps.Clone(callbacks)
	maps.DeleteFunc(calls, func(name string, _ func(int, func(), ...par.Option)) bool { return strings.Contains(name, "Seq") })
	maps.Copy(calls, map[string]func(n int, hook func(), o ...par.Option){
		"SortBy shuffled":   func(n int, hook func(), o ...par.Option) { par.SortBy(shuffled(n), id(hook), o...) },
		"UniqueBy shuffled": func(n int, hook func(), o ...par.Option) { par.UniqueBy(shuffled(n), id(hook), o...) },
		"FlatMap of some": func(n int, hook func(), o ...par.Option) {
			par.FlatMap(make([]int, n), func(int) []int { hook(); return []int{1} }, o...)
		},
		"FlatMapErr of some": func(n int, hook func(), o ...par.Option) {
			f := func(context.Context, int) ([]int, error) { hook(); return []int{1}, nil }
			par.FlatMapErr(context.Background(), make([]int, n), f, o...)
		},
	})
	for name, call := range calls {
		for _, n := range []int{3, 20_000} {
			p, err := skua.New(skua.WithWorkers(2))
			if err != nil {
				t.Fatal(err)
			}
			closed, refuses := make(chan error, 1), make(chan struct{})
			begin := sync.OnceFunc(func() {
				go func() { closed <- p.Close() }()
				go func() {
					for expect.Recovered(func() { par.For(1, func(int) {}, par.On(p)) }) == nil {
					}
					close(refuses)
				}()
				<-refuses
			})
			if v := expect.Recovered(func() { call(n, begin, par.On(p)) }); v != nil {
				t.Errorf("%s, n=%d, panicked when the pool was closed meanwhile: %v", name, n, v)
			}
			begin() // there may have been nothing to call
			if err := <-closed; err != nil {
				t.Error(err)
			}
		}
	}
}

// TestMisuse wants a message, before anything is called, where a place or a size is
// none.
func TestMisuse(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	var kept *skua.Frame[int, int]
	var noCtx context.Context
	skua.NewFunc(func(f *skua.Frame[int, int], _ int) int { kept = f; return 0 }).On(pool(1), 0) //skua:allow escape that is the misuse
	rows := map[string]func(){}
	for what, p := range map[string]skua.Place{
		"nil": nil, "nil Pool": (*skua.Pool)(nil), "nil Worker": (*skua.Worker)(nil), "nil Frame": (*skua.Frame[int, int])(nil),
		"zero Pool": &skua.Pool{}, "zero Worker": &skua.Worker{}, "zero Frame": &skua.Frame[int, int]{}, "Frame ended": kept,
	} {
		for name, call := range callbacks {
			for _, n := range []int{1, 20_000} {
				rows[fmt.Sprintf("%s of %d at %s", name, n, what)] = func() {
					call(n, func() { panic("a function ran") }, par.On(p))
				}
			}
		}
	}
	huge, one := make([]struct{}, math.MaxInt), par.Grain(1)
	maps.Copy(rows, map[string]func(){
		"Grain(0)":      func() { par.Grain(0) },
		"MaxWorkers(0)": func() { par.MaxWorkers(0) },
		"Chunks of 0":   func() { par.Chunks([]int{1}, 0, func([]int) {}) },
		"ReduceRange, huge": func() {
			par.ReduceRange(math.MinInt, math.MaxInt, 0, func(int, int) int { return 0 }, func(a, b int) int { return a + b })
		},
		"ForRange, huge":       func() { par.ForRange(math.MinInt, math.MaxInt, func(int, int) {}) },
		"MapInto, short":       func() { par.MapInto(make([]int, 1), make([]int, 2), id(nothing)) },
		"ScanInto, short":      func() { par.ScanInto(make([]int, 1), make([]int, 2), 0, plus(nothing)) },
		"PrefixSumInto, short": func() { par.PrefixSumInto(make([]int, 1), make([]int, 2)) },
		"ScanExclusiveInto, short": func() {
			par.ScanExclusiveInto(make([]int, 1), make([]int, 2), 0, plus(nothing))
		},
		"Min of none":     func() { par.Min([]int{}) },
		"Max of none":     func() { par.Max([]int{}) },
		"MinFunc of none": func() { par.MinFunc([]int{}, cmp.Compare[int]) },
		"MaxFunc of none": func() { par.MaxFunc([]int{}, cmp.Compare[int]) },
		"MinBy of none":   func() { par.MinBy([]int{}, id(nothing)) },
		"MaxBy of none":   func() { par.MaxBy([]int{}, id(nothing)) },
		"Map, huge":       func() { par.Map(huge, func(struct{}) int { return 0 }) },
		"Filter, huge":    func() { par.Filter(huge, func(struct{}) bool { return true }, one) },
		"Partition, huge": func() { par.Partition(huge, func(struct{}) bool { return true }, one) },
		"Reduce, huge":    func() { par.Reduce(huge, struct{}{}, func(a, _ struct{}) struct{} { return a }, one) },
		"MapReduce, huge": func() { par.MapReduce(huge, 0, func(struct{}) int { return 0 }, plus(nothing), one) },
		"Fold, huge": func() {
			par.Fold(huge, func() int { return 0 }, func(a int, _ struct{}) int { return a }, plus(nothing), one)
		},
		"GroupBy, huge":    func() { par.GroupBy(huge, func(struct{}) int { return 0 }) },
		"Histogram, huge":  func() { par.Histogram([]int{1}, math.MaxInt, id(nothing)) },
		"Histogram of -1":  func() { par.Histogram([]int{1}, -1, id(nothing)) },
		"Histogram, large": func() { par.Histogram([]int{}, math.MaxInt>>1, id(nothing)) },
		"MergeFunc, huge":  func() { par.MergeFunc(huge, huge, func(struct{}, struct{}) int { return 0 }) },
		"Flatten, huge":    func() { par.Flatten([][]struct{}{huge, huge}) },
		"MapErr, huge":     func() { par.MapErr(t.Context(), huge, func(context.Context, struct{}) (int, error) { return 0, nil }) },
		"MapReduceErr huge": func() {
			par.MapReduceErr(t.Context(), huge, 0, func(context.Context, struct{}) (int, error) { return 0, nil }, plus(nothing), one)
		},
		"ForErr, nil ctx": func() { par.ForErr(noCtx, 1, func(context.Context, int) error { return nil }) },
		"MapSeqErr nil ctx": func() {
			par.MapSeqErr(noCtx, slices.Values([]int{1}), func(context.Context, int) (int, error) { return 0, nil })
		},
		"MapN, huge": func() { par.MapN(math.MaxInt, id(nothing)) },
		"MapNErr, huge": func() {
			par.MapNErr(t.Context(), math.MaxInt, func(context.Context, int) (int, error) { return 0, nil })
		},
		"FlatMap, huge":     func() { par.FlatMap(huge, func(struct{}) []int { return nil }) },
		"FilterMap, huge":   func() { par.FilterMap(huge, func(struct{}) (int, bool) { return 0, false }) },
		"TopK of -1":        func() { par.TopK([]int{}, -1) },
		"TopKFunc of -1":    func() { par.TopKFunc([]int{}, -1, cmp.Compare[int]) },
		"UniqueBy, huge":    func() { par.UniqueBy(huge, func(struct{}) int { return 0 }) },
		"SortBy, huge":      func() { par.SortBy(huge, func(struct{}) int { return 0 }) },
		"Gather nil":        func() { par.Gather[int](nil) },
		"GatherErr nil":     func() { par.GatherErr[int](t.Context(), nil) },
		"GatherErr nil ctx": func() { par.GatherErr(noCtx, func(context.Context) (int, error) { return 0, nil }) },
		"FilterSeq nil":     func() { par.FilterSeq(slices.Values([]int{1}), nil) },
		"FlatMapSeq nil":    func() { par.FlatMapSeq[int, int](slices.Values([]int{1}), nil) },
		"ForSeq2Err nil":    func() { par.ForSeq2Err[int](t.Context(), nil, func(context.Context, int) error { return nil }) },
		"MapSeq2Err nil":    func() { par.MapSeq2Err[int, int](t.Context(), broken(nil), nil) },
		"MapSeq2Err nil ctx": func() {
			par.MapSeq2Err(noCtx, broken(nil), func(context.Context, int) (int, error) { return 0, nil })
		},
		"WalkDir nil":        func() { par.WalkDir(t.Context(), "none", nil) },
		"WalkDir nil ctx":    func() { par.WalkDir(noCtx, "none", func(string, fs.DirEntry, error) error { return nil }) },
		"WalkFS nil":         func() { par.WalkFS(t.Context(), nil, ".", func(string, fs.DirEntry, error) error { return nil }) },
		"Do nil":             func() { par.Do(nil) },
		"DoErr nil":          func() { par.DoErr(t.Context(), nil) },
		"ForErr nil":         func() { par.ForErr(t.Context(), 0, nil) },
		"ForSeq nil":         func() { par.ForSeq(nil, func(int) {}) },
		"MapSeq nil":         func() { par.MapSeq[int, int](slices.Values([]int{1}), nil) },
		"SortFunc nil":       func() { par.SortFunc([]int{}, nil) },
		"SortStableFunc nil": func() { par.SortStableFunc([]int{}, nil) },
		"MergeFunc nil":      func() { par.MergeFunc([]int{}, nil, nil) },
	})
	for name, call := range rows {
		text := fmt.Sprint(expect.Recovered(call))
		if !strings.HasPrefix(text, "par: ") && !strings.HasPrefix(text, "skua: a ") {
			t.Errorf("%s: recovered %v, want a message that begins with the package's name", name, text)
		}
	}
}

// TestMisuse_secondNil: a function that is nil is named before any is called, also if it is not the
// first.
func TestMisuse_secondNil(t *testing.T) {
	called := func(context.Context) error { t.Error("a function was called"); return nil }
	for name, call := range map[string]func(){
		"DoErr": func() { par.DoErr(t.Context(), called, nil) },
		"GatherErr": func() {
			par.GatherErr(t.Context(), func(ctx context.Context) (int, error) { return 0, called(ctx) }, nil)
		},
	} {
		want := "par: " + name + " needs functions, but number 1 is nil"
		if got := fmt.Sprint(expect.Recovered(call)); got != want {
			t.Errorf("%s: recovered %q, want %q", name, got, want)
		}
	}
}

// TestNegative: the indices [0, n) of a negative n are none, as of a for loop, and what comes of nothing
// is not nil.
func TestNegative(t *testing.T) {
	never := func(i int) int { t.Errorf("called for %d", i); return 0 }
	neverErr := func(_ context.Context, i int) (int, error) { return never(i), nil }
	for _, o := range []par.Option{{}, par.Sequential()} {
		for _, n := range []int{0, -1, math.MinInt} {
			par.For(n, func(i int) { never(i) }, o)
			if err := par.ForErr(t.Context(), n, func(_ context.Context, i int) error { never(i); return nil }, o); err != nil {
				t.Error(err)
			}
			if s := par.MapN(n, never, o); s == nil || len(s) != 0 {
				t.Errorf("MapN(%d) is %#v", n, s)
			}
			if s, err := par.MapNErr(t.Context(), n, neverErr, o); s == nil || len(s) != 0 || err != nil {
				t.Errorf("MapNErr(%d) is %#v, %v", n, s, err)
			}
			add := func(a, b int) int { return a + b }
			if x := par.MapReduceN(n, 7, never, add, o); x != 7 {
				t.Errorf("MapReduceN(%d) is %d", n, x)
			}
			if x := par.ReduceRange(0, n, 7, func(lo, _ int) int { return never(lo) }, add, o); x != 7 {
				t.Errorf("ReduceRange(0, %d) is %d", n, x)
			}
			if x, err := par.MapReduceNErr(t.Context(), n, 7, neverErr, add, o); x != 7 || err != nil {
				t.Errorf("MapReduceNErr(%d) is %d, %v", n, x, err)
			}
		}
		var none []int
		for name, s := range map[string][]int{
			"Map": par.Map(none, never, o), "Filter": par.Filter(none, func(int) bool { return true }, o), "Unique": par.Unique(none, o),
			"Merge": par.Merge(none, none, o), "Scan": par.Scan(none, 0, func(a, b int) int { return a + b }, o), "TopK": par.TopK(none, 3, o),
			"PrefixSum": par.PrefixSum(none, o),
			"FlatMap":   par.FlatMap(none, func(int) []int { return nil }, o), "Flatten": par.Flatten([][]int(nil), o),
		} {
			if s == nil || len(s) != 0 {
				t.Errorf("%s of nothing is %#v", name, s)
			}
		}
	}
}
