package failure

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// goexits are tasks that end by runtime.Goexit, as t.FailNow does.
var goexits = map[string]func(pool *skua.Pool){
	"root": func(pool *skua.Pool) {
		pool.Run(context.Background(), func(*skua.Worker) error { runtime.Goexit(); return nil })
	},
	"root above stolen": func(pool *skua.Pool) {
		skua.Join(pool, func(w *skua.Worker) {
			kit.JoinStolen(w, func(*skua.Worker) { runtime.Goexit() }, kit.Nothing)
		}, kit.Nothing)
	},
	"typed": func(pool *skua.Pool) {
		skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			if n == 0 {
				runtime.Goexit()
			}
			f.Both(n-1, n-1)
			return 0
		}).On(pool, 5)
	},
	"first": func(pool *skua.Pool) {
		skua.Join(pool, func(*skua.Worker) { runtime.Goexit() }, kit.Nothing)
	},
	"second": func(pool *skua.Pool) {
		skua.Join(pool, kit.Nothing, func(*skua.Worker) { runtime.Goexit() })
	},
	"stolen": func(pool *skua.Pool) {
		skua.Join(pool, func(w *skua.Worker) {
			kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { runtime.Goexit() })
		}, kit.Nothing)
	},
	"stolen from stolen": func(pool *skua.Pool) {
		skua.Join(pool, func(w *skua.Worker) {
			kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) {
				kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { runtime.Goexit() })
			})
		}, kit.Nothing)
	},
	"spawned": func(pool *skua.Pool) {
		s := skua.NewScope(context.Background(), pool)
		for range 8 {
			s.Go(func(*skua.Worker) error { runtime.Goexit(); return nil })
		}
		s.Wait()
	},
	"spawned, on a resident": func(pool *skua.Pool) {
		s := skua.NewScope(context.Background(), pool)
		begun := make(chan struct{})
		s.Go(func(*skua.Worker) error { close(begun); runtime.Goexit(); return nil })
		<-begun
		s.Wait()
	},
	"spawned by a task": func(pool *skua.Pool) {
		pool.Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(w.Context(), w)
			for range 8 {
				w.Go(s, func(*skua.Worker) error { runtime.Goexit(); return nil })
			}
			return s.Wait()
		})
	},
	"below Blocking": func(pool *skua.Pool) {
		skua.Join(pool, func(w *skua.Worker) {
			skua.Blocking(w, runtime.Goexit)
		}, kit.Nothing)
	},
}

// TestGoexit wants the goroutine of the caller from outside to end, and no
// worker with it, however often it happens.
func TestGoexit(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, 2*time.Minute)()
	for name, call := range goexits {
		t.Run(name, func(t *testing.T) {
			pool := kit.NewPool(t, 2)
			for k := range 100 {
				if !expect.Exits(func() { call(pool) }) {
					t.Fatalf("call %d returned, want its goroutine to end", k)
				}
			}
			kit.WantFull(t, pool)
			if n := pool.Stats().Residents; n > 8 {
				t.Errorf("%d residents, want a few", n)
			}
			kit.Widest(t, pool)
			kit.WantFib(t, pool, 15)
		})
	}
}

// TestGoexit_defers wants the deferred calls of every task on the way to run,
// and what runs below to have ended before the caller's.
func TestGoexit_defers(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 100 {
		var order []string
		expect.Exits(func() {
			defer func() { order = append(order, "caller") }()
			skua.Join(pool, func(w *skua.Worker) {
				defer func() { order = append(order, "joiner") }()
				kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) {
					defer func() { order = append(order, "stolen") }()
					runtime.Goexit()
				})
				t.Error("the join returned")
			}, kit.Nothing)
		})
		if len(order) != 3 || order[0] != "stolen" || order[1] != "joiner" || order[2] != "caller" {
			t.Fatalf("deferred calls ran in the order %q, want stolen, joiner, caller", order)
		}
	}
}

// TestGoexit_scope ends a task of a scope while another runs, and wants that one
// ended before the goroutine of Wait.
func TestGoexit_scope(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 300 {
		var running atomic.Int32
		expect.Exits(func() {
			s := skua.NewScope(context.Background(), pool)
			begun := make(chan struct{})
			s.Go(func(w *skua.Worker) error {
				kit.Meet(w, begun)
				runtime.Goexit()
				return nil
			})
			s.Go(func(*skua.Worker) error {
				running.Add(1)
				close(begun)
				for range 100 {
					runtime.Gosched()
				}
				running.Add(-1)
				return nil
			})
			s.Wait()
		})
		if n := running.Load(); n != 0 {
			t.Fatalf("%d tasks run after the goroutine of Wait has ended", n)
		}
	}
}
