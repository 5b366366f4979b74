package classic

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// TestFork_recovered: a task that recovers the panic of a fork goes on to join the older ones, whether or
// not a thief ran the fork, and although that has left a fork of its own.
func TestFork_recovered(t *testing.T) {
	for workers := range 3 {
		p := start(t, Config{Workers: workers + 1})
		for range 100 {
			p.Run(func(w *Worker) {
				old := Fork(w, fib, 10)
				bang := panicked(func() {
					Fork(w, func(w *Worker, _ int) int { Fork(w, fib, 3); panic("bang") }, 0).Join(w)
				})
				if e, ok := bang.(*PanicError); bang != "bang" && (!ok || e.Value != "bang") {
					t.Errorf("recovered %v, want bang", bang)
				}
				if got := old.Join(w); got != 55 {
					t.Errorf("the older fork returned %d, want 55", got)
				}
			})
		}
		empty(t, p)
		p.Close()
	}
}

// TestFork_leaves: a fork that returns before it has joined its own is told so, not who joins the next.
func TestFork_leaves(t *testing.T) {
	p := start(t, Config{Workers: 1})
	defer p.Close()
	wantMisuse(t, "before it joined", func() {
		p.Run(func(w *Worker) {
			old := Fork(w, fib, 5)
			Fork(w, func(w *Worker, _ int) int { Fork(w, fib, 3); return 1 }, 0).Join(w)
			old.Join(w)
		})
	})
}

// TestGoexit: whatever tasks call runtime.Goexit, Run waits for all that began, and the pool goes on.
func TestGoexit(t *testing.T) {
	all := configs()
	for k := 0; k < len(all); k += 7 {
		p := start(t, all[k])
		for range expect.Size(2, 5, 5) {
			var inside atomic.Int64
			panicked(func() { p.Run(func(w *Worker) { exits(w, 4, &inside) }) })
			if n := inside.Load(); n != 0 {
				t.Fatalf("%s: %d tasks run when Run has returned", all[k].label(), n)
			}
		}
		p.Run(func(w *Worker) {
			if fib(w, 12) != 144 {
				t.Error("a wrong answer after Goexit")
			}
		})
		empty(t, p)
		p.Close()
	}
}

// exits is a tree of scopes, forks and spawned tasks, of which many call runtime.Goexit.
func exits(w *Worker, depth int, inside *atomic.Int64) {
	inside.Add(1)
	defer inside.Add(-1)
	if depth == 0 {
		if w.random.Next()%3 == 0 {
			runtime.Goexit()
		}
		return
	}
	w.Run(func(w *Worker) {
		f := Fork(w, func(w *Worker, depth int) int { exits(w, depth, inside); return 0 }, depth-1)
		w.Spawn(func(w *Worker) { exits(w, depth-1, inside) })
		if w.random.Next()%5 == 0 {
			runtime.Goexit()
		}
		f.Join(w)
	})
}

// TestWorker_Run_goexit: a scope whose task calls runtime.Goexit is waited for before its surroundings end.
func TestWorker_Run_goexit(t *testing.T) {
	p := start(t, Config{Workers: 2})
	defer p.Close()
	var begun, end, ended atomic.Bool
	e, _ := panicked(func() {
		p.Run(func(w *Worker) {
			defer end.Store(true)
			w.Run(func(w *Worker) {
				w.Spawn(func(*Worker) {
					begun.Store(true)
					for k := 0; k < 10_000 && !end.Load(); k++ { // too early, or often enough to see that it is not
						runtime.Gosched()
					}
					ended.Store(!end.Load())
				})
				for !begun.Load() {
					runtime.Gosched()
				}
				runtime.Goexit()
			})
		})
	}).(*PanicError)
	if e == nil || !strings.Contains(e.Error(), "Goexit") || !ended.Load() {
		t.Errorf("Run panicked with %v; the task inside has ended before: %v", e, ended.Load())
	}
}

// TestPool_zero: a Pool that New has not made says so.
func TestPool_zero(t *testing.T) {
	wantMisuse(t, "New has not made", func() { new(Pool).Run(func(*Worker) {}) })
	new(Pool).Close()
}

// TestPanics_nil: no value that a task panics with is lost, and a nil function is a panic of its task.
func TestPanics_nil(t *testing.T) {
	p := start(t, Config{Workers: 2})
	defer p.Close()
	for what, f := range map[string]func(w *Worker){
		"a nil *PanicError": func(*Worker) { panic((*PanicError)(nil)) },
		"nil":               func(*Worker) { panic(nil) },
		"Run(nil)":          nil,
		"Spawn(nil)":        func(w *Worker) { w.Spawn(nil) },
		"Fork of nil":       func(w *Worker) { Fork[int, int](w, nil, 1).Join(w) },
		"a zero Future":     func(w *Worker) { new(Future[int, int]).Join(w) },
	} {
		if e, ok := panicked(func() { p.Run(f) }).(*PanicError); !ok || e == nil {
			t.Errorf("%s: panicked with %v, want a PanicError", what, e)
		}
	}
}

// TestFork_freed: a worker that has nothing to do keeps no Futures.
func TestFork_freed(t *testing.T) {
	p := start(t, Config{Workers: 1})
	freed := make(chan bool)
	p.Run(func(w *Worker) {
		fib(w, 10)
		runtime.AddCleanup(w.spare.(*Future[int, int]), func(int) { close(freed) }, 0)
	})
	for collected := false; !collected; {
		select {
		case <-freed:
			collected = true
		default:
			runtime.GC()
		}
	}
	p.Close()
}

// TestScope_stock: tasks that are spawned one after the other do not each go to the scope's latch.
func TestScope_stock(t *testing.T) {
	p := start(t, Config{Workers: 1})
	defer p.Close()
	changes, last := 0, int64(0)
	look := func(w *Worker) {
		if word := w.scope.tasks.word.Load(); word != last {
			changes, last = changes+1, word
		}
	}
	var chain func(left int) func(w *Worker)
	chain = func(left int) func(w *Worker) {
		return func(w *Worker) {
			if look(w); left > 0 {
				w.Spawn(chain(left - 1))
				look(w)
			}
		}
	}
	p.Run(chain(1000))
	if changes > 3 {
		t.Errorf("in a chain of 1,000 tasks the latch changed %d times, want 3 at most", changes)
	}
}

// TestPool_many: many workers, many tiny tasks, and no goroutine is left.
func TestPool_many(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, c := range []Config{{Workers: 64}, {Workers: 64, Amount: Half, Deque: StealHalf, Balance: Balance{Factor: 2}}, {Workers: 64, Alone: true}} {
		p := start(t, c)
		var n atomic.Int64
		p.Run(func(w *Worker) {
			for range 100_000 {
				w.Spawn(func(*Worker) { n.Add(1) })
			}
		})
		s := p.NewScope()
		for range 10_000 {
			s.Spawn(func(w *Worker) { w.Run(func(w *Worker) { w.Spawn(func(*Worker) { n.Add(1) }) }) })
		}
		s.Wait()
		if n.Load() != 110_000 {
			t.Errorf("%s: %d tasks ran, want 110,000", c.label(), n.Load())
		}
		p.Close()
	}
	for runtime.NumGoroutine() > before { // a worker's goroutine has told that it ends, and ends
		runtime.Gosched()
	}
}
