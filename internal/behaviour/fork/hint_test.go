package fork

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/policy"
)

// leaves counts the leaves of a binary tree of that depth by Joins that all use the
// Worker of the root's task.
func leaves(at skua.Place, depth int) int {
	if depth == 0 {
		return 1
	}
	var a, b int
	skua.Join(at,
		func(*skua.Worker) { a = leaves(at, depth-1) },
		func(*skua.Worker) { b = leaves(at, depth-1) })
	return a + b
}

// TestHint_outer: closures that use the Worker of a task around them, as one first
// writes it, get right results, whichever worker runs them.
func TestHint_outer(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers)
		for range 50 {
			skua.Join(pool, func(w *skua.Worker) {
				if n := leaves(w, 10); n != 1<<10 {
					t.Errorf("%d workers: %d leaves, want %d", workers, n, 1<<10)
				}
			}, kit.Nothing)
			if n := leaves(pool, 10); n != 1<<10 {
				t.Errorf("%d workers, at the pool: %d leaves, want %d", workers, n, 1<<10)
			}
		}
		if n := leaves(skua.Here(), 10); n != 1<<10 {
			t.Errorf("%d workers, here: %d leaves, want %d", workers, n, 1<<10)
		}
		kit.WantFull(t, pool)
	}
}

// places are the ways by which a task may get a Worker that is not its own. Each calls
// use with one, on workers of the pool or beside them.
var places = map[string]func(pool *skua.Pool, use func(w *skua.Worker)){
	"of a task around": func(pool *skua.Pool, use func(w *skua.Worker)) {
		skua.Join(pool, func(outer *skua.Worker) {
			skua.Join(outer, func(*skua.Worker) { use(outer) }, func(*skua.Worker) { use(outer) })
		}, kit.Nothing)
	},
	"of a task around, in a Func": func(pool *skua.Pool, use func(w *skua.Worker)) {
		skua.Join(pool, func(outer *skua.Worker) {
			var used atomic.Bool
			var count *skua.Func[int, int]
			body := func(f *skua.Frame[int, int], n int) int {
				if n == 0 {
					return 1
				}
				g := f.Fork(n - 1)
				if n == 3 && used.CompareAndSwap(false, true) {
					use(outer)
				}
				a := count.On(g, n-1)
				b, done := f.Join()
				if !done {
					b = count.On(f, n-1)
				}
				return a + b
			}
			count = skua.NewFunc(body)
			if n := count.On(outer, 6); n != 64 {
				panic("a Func was disturbed")
			}
		}, kit.Nothing)
	},
	"of another goroutine's task": func(pool *skua.Pool, use func(w *skua.Worker)) {
		skua.Join(pool, func(w *skua.Worker) {
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() { use(w) })
			}
			use(w)
			skua.Blocking(w, wg.Wait)
		}, kit.Nothing)
	},
	"of a task that has ended": func(pool *skua.Pool, use func(w *skua.Worker)) {
		var kept *skua.Worker
		skua.Join(pool, func(w *skua.Worker) { kept = w }, kit.Nothing)
		use(kept)
		skua.Join(pool, func(*skua.Worker) { use(kept) }, func(*skua.Worker) { use(kept) })
	},
	"in a loop": func(pool *skua.Pool, use func(w *skua.Worker)) {
		skua.Join(pool, func(w *skua.Worker) {
			l := skua.Loop{To: 8, Body: func(p *skua.Part) {
				for p.Next() {
					use(w)
				}
			}}
			l.Run(w)
		}, kit.Nothing)
	},
	"in a scope's task": func(pool *skua.Pool, use func(w *skua.Worker)) {
		skua.Join(pool, func(w *skua.Worker) {
			s := skua.NewScope(context.Background(), w)
			for range 4 {
				w.Go(s, func(*skua.Worker) error { use(w); return nil })
				s.Go(func(*skua.Worker) error { use(w); return nil })
			}
			s.Wait()
		}, kit.Nothing)
	},
	"in Blocking": func(pool *skua.Pool, use func(w *skua.Worker)) {
		skua.Join(pool, func(w *skua.Worker) { skua.Blocking(w, func() { use(w) }) }, kit.Nothing)
	},
	"in a coroutine": func(pool *skua.Pool, use func(w *skua.Worker)) {
		skua.Join(pool, func(w *skua.Worker) {
			next, stop := iter.Pull(func(yield func(int) bool) { use(w); yield(0) })
			next()
			stop()
		}, kit.Nothing)
	},
	"in another pool": func(pool *skua.Pool, use func(w *skua.Worker)) {
		skua.Join(pool, func(w *skua.Worker) {
			skua.Join(skua.Default(), func(*skua.Worker) { use(w) }, func(*skua.Worker) { use(w) })
		}, kit.Nothing)
	},
	"in another run": func(pool *skua.Pool, use func(w *skua.Worker)) {
		skua.Join(pool, func(w *skua.Worker) {
			pool.Run(context.Background(), func(*skua.Worker) error { use(w); return nil })
		}, kit.Nothing)
	},
}

// uses are what may be done at a Place; each returns how much of 8 it has done.
var uses = map[string]func(w *skua.Worker) int64{
	"Join": func(w *skua.Worker) int64 { return int64(leaves(w, 3)) },
	"Func.On": func(w *skua.Worker) int64 {
		if kit.Fib.On(w, 6) == 8 {
			return 8
		}
		return 0
	},
	"Loop.Run": func(w *skua.Worker) int64 {
		var n atomic.Int64
		l := skua.Loop{To: 8, Body: func(p *skua.Part) {
			for p.Next() {
				leaves(w, 1)
				leaves(p.Worker(), 1)
				n.Add(1)
			}
		}}
		l.Run(w)
		return n.Load()
	},
	"Scope": func(w *skua.Worker) int64 {
		var n atomic.Int64
		s := skua.NewScope(w.Context(), w)
		for range 4 {
			s.Go(func(*skua.Worker) error { n.Add(int64(leaves(w, 0))); return nil })
			w.Go(s, func(inner *skua.Worker) error { n.Add(int64(leaves(inner, 0))); return nil })
		}
		if s.Wait() != nil {
			return 0
		}
		return n.Load()
	},
	"Try": func(w *skua.Worker) int64 {
		err := skua.Try(w, func() {
			skua.Join(w, func(*skua.Worker) { panic("x") }, kit.Nothing)
		})
		if err == nil {
			return 0
		}
		return int64(leaves(w, 3))
	},
	"Blocking": func(w *skua.Worker) (n int64) {
		skua.Blocking(w, func() { n = int64(leaves(w, 3)) })
		return n
	},
	"Poll": func(w *skua.Worker) int64 { w.Poll(); return 8 },
}

// TestHint_everywhere uses every kind of call at a Worker of every origin, beside
// others of the same.
func TestHint_everywhere(t *testing.T) {
	for name, place := range places {
		for what, use := range uses {
			t.Run(name+"/"+what, func(t *testing.T) {
				defer expect.Within(t, time.Minute)()
				for _, workers := range []int{1, 2, 4} {
					pool := kit.NewPool(t, workers)
					for range expect.Size(3, 10, 10) {
						place(pool, func(w *skua.Worker) {
							if n := use(w); n != 8 {
								t.Errorf("%d workers: did %d of 8", workers, n)
							}
						})
					}
					kit.WantFull(t, pool)
				}
			})
		}
	}
}

// TestHint_pending: calls at places that do not tell which forks of a Func's body are
// pending leave those alone.
func TestHint_pending(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, keep := range []policy.Keep{policy.KeepAlways, policy.KeepNever} {
		pool := kit.NewPoolWith(t, crew.Config{Workers: 2, Expose: policy.ExposeHalf, Keep: keep})
		for name, at := range map[string]skua.Place{"the pool": pool, "Here": skua.Here(), "a Worker": keptWorker(pool)} {
			var fn *skua.Func[int, int]
			fn = skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
				if n < 2 {
					return n
				}
				g := f.Fork(n - 2)
				a := fn.On(g, n-1)
				if n == 9 {
					kit.WantFib(t, at, 9)
					fn.On(at, 5)
					skua.Join(at, func(*skua.Worker) { fn.On(at, 5) }, func(*skua.Worker) { fn.On(at, 5) })
					l := skua.Loop{To: 3, Body: func(p *skua.Part) {
						for p.Next() {
							fn.On(at, 4)
						}
					}}
					l.Run(at)
				}
				b, done := f.Join()
				if !done {
					b = fn.On(f, n-2)
				}
				return a + b
			})
			for range 20 {
				if r := fn.On(pool, 12); r != 144 {
					t.Fatalf("at %s: fib(12) is %d, want 144", name, r)
				}
			}
		}
		kit.WantFull(t, pool)
	}
}

func keptWorker(pool *skua.Pool) (w *skua.Worker) {
	skua.Join(pool, func(got *skua.Worker) { w = got }, kit.Nothing)
	return w
}

// TestHint_cancel: whatever a task of a cancelled run calls stops, at any Place: nothing
// new begins, and Run returns the cause.
func TestHint_cancel(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool, other := kit.NewPool(t, 2), kit.NewPool(t, 2)
	var inside atomic.Bool
	sum := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		if n == 40 {
			inside.Store(true)
		}
		if n == 0 {
			return 1
		}
		a, b := f.Both(n-1, n-1)
		return a + b
	})
	for name, call := range map[string]func(w *skua.Worker){
		"Func.Run":              func(*skua.Worker) { sum.Run(60) },
		"Func.On, its pool":     func(*skua.Worker) { sum.On(pool, 60) },
		"Func.On, another pool": func(*skua.Worker) { sum.On(other, 60) },
		"Func.On, Here":         func(*skua.Worker) { sum.On(skua.Here(), 60) },
		"two pools":             func(*skua.Worker) { skua.Join(other, func(*skua.Worker) { sum.On(pool, 60) }, kit.Nothing) },
		"in a Func": func(w *skua.Worker) {
			skua.NewFunc(func(*skua.Frame[int, int], int) int { return sum.Run(60) }).On(w, 0)
		},
		"in Blocking": func(w *skua.Worker) { skua.Blocking(w, func() { sum.On(pool, 60) }) },
		"Loop.Run": func(*skua.Worker) {
			l := skua.Loop{To: 1 << 30, Body: func(p *skua.Part) {
				for p.Next() {
					inside.Store(true)
				}
			}}
			l.Run(other)
		},
		"Join": func(*skua.Worker) { inside.Store(true); leaves(pool, 60) },
	} {
		t.Run(name, func(t *testing.T) {
			for range expect.Size(2, 10, 100) {
				ctx, cancel := context.WithCancelCause(context.Background())
				cause := errors.New("the cause")
				inside.Store(false)
				go func() {
					for !inside.Load() {
						runtime.Gosched()
					}
					cancel(cause)
				}()
				err := pool.Run(ctx, func(w *skua.Worker) error {
					skua.Join(w, func(w *skua.Worker) { call(w) }, kit.Nothing)
					t.Error("it went on")
					return nil
				})
				if err != cause {
					t.Errorf("Run returned %v, want the cause", err)
				}
			}
			kit.WantFull(t, pool)
			kit.WantFull(t, other)
		})
	}
}
