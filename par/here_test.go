package par_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/par"
)

// inners are calls without On, as a task may make them.
var inners = map[string]func(body func()){
	"For":    func(body func()) { par.For(64, func(int) { body() }) },
	"Do":     func(body func()) { par.Do(body, body, body, body) },
	"MapSeq": func(body func()) { par.ForSeq(counting(64), func(int) { body() }) },
	"nested": func(body func()) { par.For(8, func(int) { par.For(8, func(int) { body() }) }) },
	"in a Func": func(body func()) {
		skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			if n > 0 {
				f.Fork(0)
				par.For(64, func(int) { body() })
				if _, done := f.Join(); !done {
					body()
				}
			}
			return 0
		}).Run(1)
	},
}

// counting yields n numbers.
func counting(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// outers run a task on a pool.
var outers = map[string]func(p *skua.Pool, task func()) error{
	"Run": func(p *skua.Pool, task func()) error {
		return p.Run(context.Background(), func(*skua.Worker) error { task(); return nil })
	},
	"For, On": func(p *skua.Pool, task func()) error { par.For(3, func(int) { task() }, par.On(p)); return nil },
	"Do in On": func(p *skua.Pool, task func()) error {
		par.For(1, func(int) { par.Do(task, task) }, par.On(p))
		return nil
	},
	"Func": func(p *skua.Pool, task func()) error {
		skua.NewFunc(func(*skua.Frame[int, int], int) int { task(); return 0 }).On(p, 0)
		return nil
	},
	"Scope": func(p *skua.Pool, task func()) error {
		return p.Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(context.Background(), w)
			for range 3 {
				s.Go(func(*skua.Worker) error { task(); return nil })
			}
			return s.Wait()
		})
	},
}

// TestHere_pool wants calls without On to stay on the pool of the task that makes them: on
// a pool of one worker only one function runs at a time.
func TestHere_pool(t *testing.T) {
	kit.Stealing(t)
	p := pool(1)
	for outer, begin := range outers {
		for inner, call := range inners {
			t.Run(outer+"/"+inner, func(t *testing.T) {
				var now, most atomic.Int32
				err := begin(p, func() {
					call(func() {
						if n := now.Add(1); n > most.Load() {
							most.Store(n)
						}
						runtime.Gosched()
						now.Add(-1)
					})
				})
				if err != nil || most.Load() != 1 {
					t.Errorf("%d ran at a time, want 1; %v", most.Load(), err)
				}
			})
		}
	}
}

// TestHere_cancel wants a call without On, and one On any pool, to stop in a task whose run
// is cancelled.
func TestHere_cancel(t *testing.T) {
	cause := errors.New("the cause")
	for name, options := range map[string][]par.Option{"without": nil, "its pool": {par.On(pool(2))}, "another": {par.On(pool(3))}, "Here": {par.On(skua.Here())}} {
		for _, typed := range []bool{false, true} {
			ctx, cancel := context.WithCancelCause(context.Background())
			var ran atomic.Int64
			loop := func() {
				par.For(1<<30, func(int) {
					if ran.Add(1) == 100 {
						cancel(cause)
					}
				}, options...)
				t.Errorf("%s: the loop ended", name)
			}
			err := pool(2).Run(ctx, func(w *skua.Worker) error {
				if typed {
					skua.NewFunc(func(*skua.Frame[int, int], int) int { loop(); return 0 }).On(w, 0)
				}
				loop()
				return nil
			})
			if err != cause {
				t.Errorf("%s: Run returned %v, want the cause", name, err)
			}
		}
	}
}
