package pool

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// A nesting runs eight tasks and waits for them. Tasks of a nesting may run any
// nesting, at the worker they get or, as a guest, at the pool.
type nesting struct {
	name string
	run  func(pool *skua.Pool, w *skua.Worker, task func(w *skua.Worker))
}

const fan = 8

var nestings = []nesting{
	{"join", func(_ *skua.Pool, w *skua.Worker, task func(w *skua.Worker)) { joinAll(w, fan, task) }},
	{"guest join", func(pool *skua.Pool, _ *skua.Worker, task func(w *skua.Worker)) { joinAll(pool, fan, task) }},
	{"scope", func(_ *skua.Pool, w *skua.Worker, task func(w *skua.Worker)) {
		s := skua.NewScope(context.Background(), w)
		for range fan {
			w.Go(s, func(w *skua.Worker) error { task(w); return nil })
		}
		s.Wait()
	}},
	{"guest scope", func(pool *skua.Pool, _ *skua.Worker, task func(w *skua.Worker)) {
		s := skua.NewScope(context.Background(), pool)
		for range fan {
			s.Go(func(w *skua.Worker) error { task(w); return nil })
		}
		s.Wait()
	}},
	{"run", func(pool *skua.Pool, _ *skua.Worker, task func(w *skua.Worker)) {
		for range fan {
			pool.Run(context.Background(), func(w *skua.Worker) error { task(w); return nil })
		}
	}},
	{"typed", func(pool *skua.Pool, w *skua.Worker, task func(w *skua.Worker)) { typed.On(w, typedTask{fan, task}) }},
	{"guest typed", func(pool *skua.Pool, _ *skua.Worker, task func(w *skua.Worker)) {
		typed.On(pool, typedTask{fan, task})
	}},
}

// joinAll runs n tasks in a tree of joins.
func joinAll(p skua.Place, n int, task func(w *skua.Worker)) {
	part := func(n int) func(w *skua.Worker) {
		return func(w *skua.Worker) {
			if n == 1 {
				task(w)
				return
			}
			joinAll(w, n, task)
		}
	}
	skua.Join(p, part(n/2), part(n-n/2))
}

type typedTask struct {
	n    int
	task func(w *skua.Worker)
}

var typed = skua.NewFunc(runTyped)

func runTyped(f *skua.Frame[typedTask, struct{}], t typedTask) struct{} {
	if t.n == 1 {
		skua.Join(f, t.task, kit.Nothing)
		return struct{}{}
	}
	f.Both(typedTask{t.n / 2, t.task}, typedTask{t.n - t.n/2, t.task})
	return struct{}{}
}

// nest runs the nestings inside each other and returns how many leaves ran.
func nest(pool *skua.Pool, levels ...nesting) int {
	var leaves atomic.Int64
	var level func(k int) func(w *skua.Worker)
	level = func(k int) func(w *skua.Worker) {
		return func(w *skua.Worker) {
			if k == len(levels) {
				leaves.Add(1)
				return
			}
			levels[k].run(pool, w, level(k+1))
		}
	}
	skua.Join(pool, level(0), kit.Nothing)
	return int(leaves.Load())
}

// TestLiveness_nested nests every kind in itself, 8×8×8, and all pairs of kinds
// around each other.
func TestLiveness_nested(t *testing.T) {
	for _, workers := range []int{1, 2} {
		for _, a := range nestings {
			for _, b := range nestings {
				t.Run(fmt.Sprintf("%s in %s/workers=%d", b.name, a.name, workers), func(t *testing.T) {
					defer expect.Within(t, time.Minute)()
					pool := kit.NewPool(t, workers)
					if got := nest(pool, a, b, a); got != fan*fan*fan {
						t.Errorf("%d leaves, want %d", got, fan*fan*fan)
					}
					kit.WantFull(t, pool)
				})
			}
		}
	}
}

// TestLiveness_mixed chooses the kind anew at every node of the tree.
func TestLiveness_mixed(t *testing.T) {
	seed := rand.Uint64()
	for _, workers := range []int{1, 2} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			defer expect.Within(t, time.Minute)()
			pool := kit.NewPool(t, workers)
			var random atomic.Uint64
			random.Store(seed)
			mixed := nesting{"mixed", func(pool *skua.Pool, w *skua.Worker, task func(w *skua.Worker)) {
				k := rand.New(rand.NewPCG(random.Add(1), 0)).IntN(len(nestings))
				nestings[k].run(pool, w, task)
			}}
			if got := nest(pool, mixed, mixed, mixed); got != fan*fan*fan {
				t.Errorf("%d leaves, want %d; seed %d", got, fan*fan*fan, seed)
			}
			kit.WantFull(t, pool)
		})
	}
}

// TestLiveness_foreign calls from 64 goroutines into one pool of 2.
func TestLiveness_foreign(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	var wg sync.WaitGroup
	for k := range 64 {
		wg.Go(func() {
			a, b := nestings[k%len(nestings)], nestings[k/8%len(nestings)]
			if got := nest(pool, a, b); got != fan*fan {
				t.Errorf("%s in %s: %d leaves, want %d", b.name, a.name, got, fan*fan)
			}
			kit.WantFib(t, pool, 12)
		})
	}
	wg.Wait()
	kit.WantFull(t, pool)
}

// TestLiveness_scopeJoinScope runs a scope inside a join inside a scope.
func TestLiveness_scopeJoinScope(t *testing.T) {
	for _, workers := range []int{1, 2} {
		defer expect.Within(t, time.Minute)()
		pool := kit.NewPool(t, workers)
		var ran atomic.Int32
		outer := skua.NewScope(context.Background(), pool)
		for range 50 {
			outer.Go(func(w *skua.Worker) error {
				branch := func(w *skua.Worker) {
					inner := skua.NewScope(context.Background(), w)
					for range 4 {
						w.Go(inner, func(*skua.Worker) error { ran.Add(1); return nil })
						inner.Go(func(*skua.Worker) error { ran.Add(1); return nil })
					}
					inner.Wait()
				}
				skua.Join(w, branch, branch)
				return nil
			})
		}
		if err := outer.Wait(); err != nil || ran.Load() != 800 {
			t.Errorf("workers=%d: Wait returned %v after %d of 800 tasks", workers, err, ran.Load())
		}
		kit.WantFull(t, pool)
	}
}

// TestLiveness_mutex holds a mutex across a fork whose siblings take the same
// one: a worker that, while it waits at the join, ran one of them would wait for
// itself.
func TestLiveness_mutex(t *testing.T) {
	kinds := map[string]func(pool *skua.Pool, task func(w *skua.Worker)){
		"join":        func(pool *skua.Pool, task func(w *skua.Worker)) { joinAll(pool, 16, task) },
		"scope":       func(pool *skua.Pool, task func(w *skua.Worker)) { nest(pool, nestings[2], nesting{run: once(task)}) },
		"guest scope": func(pool *skua.Pool, task func(w *skua.Worker)) { nest(pool, nestings[3], nesting{run: once(task)}) },
	}
	for kind, all := range kinds {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/workers=%d", kind, workers), func(t *testing.T) {
				defer expect.Within(t, time.Minute)()
				pool := kit.NewPool(t, workers)
				for range 100 {
					var mu sync.Mutex
					sum := 0
					all(pool, func(w *skua.Worker) {
						mu.Lock()
						defer mu.Unlock()
						sum += kit.Fib.On(w, 5)
						skua.Join(w, kit.Nothing, kit.Nothing)
						s := skua.NewScope(context.Background(), w)
						w.Go(s, func(*skua.Worker) error { return nil })
						s.Wait()
					})
					if sum%5 != 0 || sum == 0 {
						t.Fatalf("sum %d", sum)
					}
				}
				kit.WantFull(t, pool)
			})
		}
	}
}

func once(task func(w *skua.Worker)) func(*skua.Pool, *skua.Worker, func(*skua.Worker)) {
	return func(_ *skua.Pool, w *skua.Worker, _ func(*skua.Worker)) { task(w) }
}
