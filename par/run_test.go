package par_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// every calls each function of the package with one that calls hook at each of n
// indices.
var every = map[string]func(n int, hook func(), o ...par.Option){
	"For":      func(n int, hook func(), o ...par.Option) { par.For(n, func(int) { hook() }, o...) },
	"ForRange": func(n int, hook func(), o ...par.Option) { par.ForRange(0, n, each(hook), o...) },
	"ForEach":  func(n int, hook func(), o ...par.Option) { par.ForEach(make([]int, n), func(int) { hook() }, o...) },
	"Chunks":   func(n int, hook func(), o ...par.Option) { par.Chunks(make([]int, n), 2, func([]int) { hook() }, o...) },
	"Map":      func(n int, hook func(), o ...par.Option) { par.Map(make([]int, n), id(hook), o...) },
	"MapInto":  func(n int, hook func(), o ...par.Option) { par.MapInto(make([]int, n), make([]int, n), id(hook), o...) },
	"Filter":   func(n int, hook func(), o ...par.Option) { par.Filter(make([]int, n), is(true, hook), o...) },
	"Partition": func(n int, hook func(), o ...par.Option) {
		par.Partition(make([]int, n), is(false, hook), o...)
	},
	"Reduce": func(n int, hook func(), o ...par.Option) { par.Reduce(make([]int, n), 0, plus(hook), o...) },
	"MapReduce": func(n int, hook func(), o ...par.Option) {
		par.MapReduce(make([]int, n), 0, id(hook), plus(nothing), o...)
	},
	"MapReduce op": func(n int, hook func(), o ...par.Option) {
		par.MapReduce(make([]int, n), 0, id(nothing), plus(hook), o...)
	},
	"Fold": func(n int, hook func(), o ...par.Option) {
		par.Fold(make([]int, n), func() int { return 0 }, plus(hook), plus(nothing), o...)
	},
	"Fold combine": func(n int, hook func(), o ...par.Option) {
		par.Fold(make([]int, n), func() int { return 0 }, plus(nothing), plus(hook), o...)
	},
	"Scan":          func(n int, hook func(), o ...par.Option) { par.Scan(make([]int, n), 0, plus(hook), o...) },
	"ScanExclusive": func(n int, hook func(), o ...par.Option) { par.ScanExclusive(make([]int, n), 0, plus(hook), o...) },
	"ScanInto": func(n int, hook func(), o ...par.Option) {
		par.ScanInto(make([]int, n), make([]int, n), 0, plus(hook), o...)
	},
	"ScanExclusiveInto": func(n int, hook func(), o ...par.Option) {
		par.ScanExclusiveInto(make([]int, n), make([]int, n), 0, plus(hook), o...)
	},
	"IndexFunc":    func(n int, hook func(), o ...par.Option) { par.IndexFunc(make([]int, n), is(false, hook), o...) },
	"ContainsFunc": func(n int, hook func(), o ...par.Option) { par.ContainsFunc(make([]int, n), is(false, hook), o...) },
	"AllFunc":      func(n int, hook func(), o ...par.Option) { par.AllFunc(make([]int, n), is(true, hook), o...) },
	"CountFunc":    func(n int, hook func(), o ...par.Option) { par.CountFunc(make([]int, n), is(true, hook), o...) },
	"MinFunc":      func(n int, hook func(), o ...par.Option) { par.MinFunc(make([]int, n), compare(hook), o...) },
	"MaxFunc":      func(n int, hook func(), o ...par.Option) { par.MaxFunc(make([]int, n), compare(hook), o...) },
	"MinBy":        func(n int, hook func(), o ...par.Option) { par.MinBy(make([]int, n), id(hook), o...) },
	"MaxBy":        func(n int, hook func(), o ...par.Option) { par.MaxBy(make([]int, n), id(hook), o...) },
	"GroupBy":      func(n int, hook func(), o ...par.Option) { par.GroupBy(make([]int, n), id(hook), o...) },
	"Histogram":    func(n int, hook func(), o ...par.Option) { par.Histogram(make([]int, n), 1, id(hook), o...) },
	"MapN":         func(n int, hook func(), o ...par.Option) { par.MapN(n, id(hook), o...) },
	"ReduceRange": func(n int, hook func(), o ...par.Option) {
		o = append([]par.Option{par.Grain(10)}, o...) // or a thousand are one block
		par.ReduceRange(0, n, 0, func(lo, hi int) int { each(hook)(lo, hi); return hi - lo }, plus(nothing), o...)
	},
	"MapReduceN": func(n int, hook func(), o ...par.Option) { par.MapReduceN(n, 0, id(hook), plus(nothing), o...) },
	"FlatMap": func(n int, hook func(), o ...par.Option) {
		par.FlatMap(make([]int, n), func(int) []int { hook(); return nil }, o...)
	},
	"FilterMap": func(n int, hook func(), o ...par.Option) {
		par.FilterMap(make([]int, n), func(int) (int, bool) { hook(); return 0, true }, o...)
	},
	"CountBy": func(n int, hook func(), o ...par.Option) { par.CountBy(make([]int, n), id(hook), o...) },
	"ReduceBy": func(n int, hook func(), o ...par.Option) {
		par.ReduceBy(make([]int, n), id(hook), id(nothing), plus(nothing), o...)
	},
	"ReduceBy m": func(n int, hook func(), o ...par.Option) {
		par.ReduceBy(make([]int, n), id(nothing), id(hook), plus(nothing), o...)
	},
	"TopKFunc": func(n int, hook func(), o ...par.Option) { par.TopKFunc(make([]int, n), 3, compare(hook), o...) },
	"UniqueBy": func(n int, hook func(), o ...par.Option) { par.UniqueBy(make([]int, n), id(hook), o...) },
	"SortBy":   func(n int, hook func(), o ...par.Option) { par.SortBy(make([]int, n), id(hook), o...) },
}

func nothing() {}

func each(hook func()) func(lo, hi int) {
	return func(lo, hi int) {
		for range hi - lo {
			hook()
		}
	}
}

func id(hook func()) func(int) int { return func(v int) int { hook(); return v } }

func is(yes bool, hook func()) func(int) bool { return func(int) bool { hook(); return yes } }

func plus(hook func()) func(a, b int) int { return func(a, b int) int { hook(); return a + b } }

func compare(hook func()) func(a, b int) int {
	return func(a, b int) int { hook(); return cmp.Compare(a, b) }
}

func TestPanic(t *testing.T) {
	cause := errors.New("no good")
	for name, call := range every {
		bad := func(after int32) func() {
			var calls atomic.Int32
			return func() {
				if jolt(); calls.Add(1) > after {
					panic(cause)
				}
			}
		}
		for _, workers := range workerNumbers() {
			v := expect.Recovered(func() { call(900, bad(100), par.On(pool(workers))) })
			e, ok := v.(*skua.PanicError)
			if !ok || e.Value != cause || len(e.Stack) == 0 {
				t.Errorf("%s on %d workers: recovered %T %v, want a *skua.PanicError with the value", name, workers, v, v)
			}
			call(900, jolt, par.On(pool(workers))) // the pool goes on
		}
		pool(2).Run(context.Background(), func(w *skua.Worker) error {
			if v := expect.Recovered(func() { call(900, bad(100), par.On(w)) }); v != cause {
				t.Errorf("%s at a worker: recovered %v, want the value itself", name, v)
			}
			return nil
		})
		if v := expect.Recovered(func() { call(900, bad(100), par.Sequential()) }); v != cause {
			t.Errorf("%s, sequential: recovered %v, want the value itself", name, v)
		}
	}
}

// After a panic no call begins, but those that had begun before it was seen.
func TestPanicEndsTheLoop(t *testing.T) {
	for _, workers := range workerNumbers() {
		var calls atomic.Int32
		expect.Recovered(func() {
			par.For(math.MaxInt>>20, func(i int) {
				if calls.Add(1); i == 1000 {
					panic("enough")
				}
			}, par.On(pool(workers)))
		})
		if workers == 1 && calls.Load() != 1001 {
			t.Errorf("1 worker: %d calls, want 1001", calls.Load())
		} // else it is enough that a loop of 2⁴⁰ has ended
	}
}

func TestGoexit(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for name, call := range every {
		returned := make(chan bool)
		go func() {
			normal := false
			defer func() { returned <- normal }()
			var calls atomic.Int32
			call(900, func() {
				if jolt(); calls.Add(1) == 100 {
					runtime.Goexit()
				}
			}, par.On(pool(2)))
			normal = true
		}()
		if <-returned {
			t.Errorf("%s returned, although its function called Goexit", name)
		}
	}
}

// A meter tells how many calls run at once.
type meter struct{ now, most atomic.Int32 }

func (m *meter) hook() {
	now := m.now.Add(1)
	for most := m.most.Load(); now > most && !m.most.CompareAndSwap(most, now); most = m.most.Load() {
	}
	for end := time.Now().Add(2 * time.Microsecond); time.Now().Before(end); {
		runtime.Gosched()
	}
	m.now.Add(-1)
}

func TestWorkersRunAtOnce(t *testing.T) {
	n := size(600, 2000, 2000)
	for name, call := range every {
		var two, limited, alone meter
		for range 1000 {
			if call(n, two.hook, par.On(pool(2))); two.most.Load() > 1 {
				break
			}
		}
		call(n, limited.hook, par.On(pool(8)), par.MaxWorkers(2))
		call(n, alone.hook, par.On(pool(8)), par.MaxWorkers(1))
		// A caller never waits for its turn, so there may be more than two.
		if two.most.Load() < 2 || limited.most.Load() > 2 || alone.most.Load() != 1 {
			t.Errorf("%s: %d calls at once on 2 workers, %d and %d where 2 and 1 of 8 may run",
				name, two.most.Load(), limited.most.Load(), alone.most.Load())
		}
	}
}

// What Do is given is worth a worker each, without any proof: all of them meet.
func TestDo_atOnce(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	met := make(chan struct{})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	par.Do(func() { met <- struct{}{} }, func() { <-met })
}

func TestSequentialTouchesNoPool(t *testing.T) {
	closed, err := skua.New()
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for name, call := range every {
		calls := 0
		count := func() { calls++ }
		call(100, count, par.On(closed), par.Sequential())
		restore := par.SetSequential(true)
		call(100, count, par.On(closed))
		restore()
		if calls == 0 {
			t.Errorf("%s called nothing", name)
		}
		if v, _ := expect.Recovered(func() { call(100, count, par.On(closed)) }).(error); !errors.Is(v, skua.ErrClosed) {
			t.Errorf("%s on a closed pool: recovered %v, want ErrClosed", name, v)
		}
	}
	defer par.SetSequential(true)()
	par.Do(func() {}, func() {})
}

func TestNested(t *testing.T) {
	for _, way := range ways {
		var calls atomic.Int64
		par.For(10, func(i int) {
			par.ForEach(make([]int, 10*i), func(int) {
				n := par.MapReduce(make([]int, 10), 0, func(int) int { jolt(); return 1 }, func(a, b int) int { return a + b }, way.option())
				calls.Add(int64(n))
			}, way.option())
		}, way.option())
		if calls.Load() != 4500 {
			t.Errorf("%s: %d calls, want 4500", way.name, calls.Load())
		}
	}
}

func TestNilFunction(t *testing.T) {
	s := []int{}
	plus := plus(nothing)
	ctx, none := t.Context(), slices.Values(s)
	pairs, fails := slices.All(s), func(func(int, error) bool) {}
	for name, call := range map[string]func(){
		"For":               func() { par.For(0, nil) },
		"ForRange":          func() { par.ForRange(0, 0, nil) },
		"ForEach":           func() { par.ForEach(s, nil) },
		"Chunks":            func() { par.Chunks(s, 1, nil) },
		"Map":               func() { par.Map[[]int, int, int](s, nil) },
		"MapInto":           func() { par.MapInto[[]int, int, int](s, s, nil) },
		"Filter":            func() { par.Filter(s, nil) },
		"Partition":         func() { par.Partition(s, nil) },
		"Reduce":            func() { par.Reduce(s, 0, nil) },
		"MapReduce":         func() { par.MapReduce(s, 0, nil, plus) },
		"MapReduce ":        func() { par.MapReduce(s, 0, func(int) int { return 0 }, nil) },
		"Fold":              func() { par.Fold(s, nil, plus, plus) },
		"Fold ":             func() { par.Fold(s, func() int { return 0 }, nil, plus) },
		"Fold  ":            func() { par.Fold(s, func() int { return 0 }, plus, nil) },
		"Scan":              func() { par.Scan(s, 0, nil) },
		"ScanExclusive":     func() { par.ScanExclusive(s, 0, nil) },
		"ScanInto":          func() { par.ScanInto(s, s, 0, nil) },
		"ScanExclusiveInto": func() { par.ScanExclusiveInto(s, s, 0, nil) },
		"IndexFunc":         func() { par.IndexFunc(s, nil) },
		"ContainsFunc":      func() { par.ContainsFunc(s, nil) },
		"AllFunc":           func() { par.AllFunc(s, nil) },
		"MinFunc":           func() { par.MinFunc(s, nil) },
		"MaxFunc":           func() { par.MaxFunc(s, nil) },
		"MinBy":             func() { par.MinBy[[]int, int, int](s, nil) },
		"MaxBy":             func() { par.MaxBy[[]int, int, int](s, nil) },
		"CountFunc":         func() { par.CountFunc(s, nil) },
		"GroupBy":           func() { par.GroupBy[[]int, int, int](s, nil) },
		"Histogram":         func() { par.Histogram(s, 0, nil) },
		"MapN":              func() { par.MapN[int](0, nil) },
		"ReduceRange":       func() { par.ReduceRange(0, 0, 0, nil, plus) },
		"ReduceRange ":      func() { par.ReduceRange(0, 0, 0, func(int, int) int { return 0 }, nil) },
		"MapReduceN":        func() { par.MapReduceN(0, 0, nil, plus) },
		"MapReduceN ":       func() { par.MapReduceN(0, 0, func(int) int { return 0 }, nil) },
		"FlatMap":           func() { par.FlatMap[[]int, int, int](s, nil) },
		"FilterMap":         func() { par.FilterMap[[]int, int, int](s, nil) },
		"CountBy":           func() { par.CountBy[[]int, int, int](s, nil) },
		"ReduceBy":          func() { par.ReduceBy[[]int, int, int](s, nil, id(nothing), plus) },
		"ReduceBy ":         func() { par.ReduceBy(s, id(nothing), nil, plus) },
		"ReduceBy  ":        func() { par.ReduceBy(s, id(nothing), id(nothing), nil) },
		"TopKFunc":          func() { par.TopKFunc(s, 1, nil) },
		"UniqueBy":          func() { par.UniqueBy[[]int, int, int](s, nil) },
		"SortBy":            func() { par.SortBy[[]int, int, int](s, nil) },
		"SortFunc":          func() { par.SortFunc(s, nil) },
		"SortStableFunc":    func() { par.SortStableFunc(s, nil) },
		"MergeFunc":         func() { par.MergeFunc(s, s, nil) },
		"Local":             func() { par.Local[int](nil) },
		"Progress":          func() { par.Progress(nil) },
		"ForErr":            func() { _ = par.ForErr(ctx, 0, nil) },
		"ForRangeErr":       func() { _ = par.ForRangeErr(ctx, 0, 0, nil) },
		"ForEachErr":        func() { _ = par.ForEachErr(ctx, s, nil) },
		"ChunksErr":         func() { _ = par.ChunksErr(ctx, s, 1, nil) },
		"MapErr":            func() { par.MapErr[[]int, int, int](ctx, s, nil) },
		"MapNErr":           func() { par.MapNErr[int](ctx, 0, nil) },
		"MapIntoErr":        func() { _ = par.MapIntoErr[[]int, int, int](ctx, s, s, nil) },
		"FlatMapErr":        func() { par.FlatMapErr[[]int, int, int](ctx, s, nil) },
		"MapReduceErr":      func() { par.MapReduceErr(ctx, s, 0, nil, plus) },
		"MapReduceErr ":     func() { par.MapReduceErr(ctx, s, 0, func(context.Context, int) (int, error) { return 0, nil }, nil) },
		"MapReduceNErr":     func() { par.MapReduceNErr(ctx, 0, 0, nil, plus) },
		"MapReduceNErr ":    func() { par.MapReduceNErr(ctx, 0, 0, func(context.Context, int) (int, error) { return 0, nil }, nil) },
		"ForSeq":            func() { par.ForSeq(none, nil) },
		"ForSeqErr":         func() { _ = par.ForSeqErr(ctx, none, nil) },
		"ForSeq2":           func() { par.ForSeq2(pairs, nil) },
		"ForSeq2Err":        func() { _ = par.ForSeq2Err(ctx, fails, nil) },
		"MapSeq":            func() { par.MapSeq[int, int](none, nil) },
		"MapSeqErr":         func() { par.MapSeqErr[int, int](ctx, none, nil) },
		"MapSeq2":           func() { par.MapSeq2[int, int, int](pairs, nil) },
		"MapSeq2Err":        func() { par.MapSeq2Err[int, int](ctx, fails, nil) },
		"FilterSeq":         func() { par.FilterSeq(none, nil) },
		"FilterSeqErr":      func() { par.FilterSeqErr(ctx, none, nil) },
		"FlatMapSeq":        func() { par.FlatMapSeq[int, int](none, nil) },
		"FlatMapSeqErr":     func() { par.FlatMapSeqErr[int, int](ctx, none, nil) },
	} {
		for name[len(name)-1] == ' ' {
			name = name[:len(name)-1]
		}
		if v, want := expect.Recovered(call), "par: "+name+" needs a function, not nil"; v != want {
			t.Errorf("recovered %v, want %s", v, want)
		}
	}
}
