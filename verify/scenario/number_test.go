//go:build explore

package scenario

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// crowd counts the workers that run at a time, of those that count themselves.
type crowd struct {
	in   atomic.Int64
	most atomic.Int64
}

// enter counts the caller until it leaves.
func (c *crowd) enter() {
	n := c.in.Add(1)
	for m := c.most.Load(); n > m; m = c.most.Load() {
		if c.most.CompareAndSwap(m, n) {
			return
		}
	}
}

func (c *crowd) leave() { c.in.Add(-1) }

// check wants no more than that many at a time, and one for each time at which the timer of the
// spawned tasks took the pool to stand still, which may be any.
func (c *crowd) check(p *skua.Pool, most int64) error {
	if n := c.most.Load(); n > most+p.Sched().Beyond.Load() {
		return fmt.Errorf("%d ran at a time, want %d at most", n, most)
	}
	return nil
}

// TestExploreNumber: how many run at a time after the size of a pool has changed. All
// its workers are in a task meanwhile; what they run afterwards counts itself.
func TestExploreNumber(t *testing.T) {
	for _, c := range []struct {
		from  int
		sizes []int
		most  int64
	}{
		{2, []int{1}, 1},
		{3, []int{2}, 2},
		{3, []int{2, 1}, 1},
		{3, []int{1, 2}, 2},
	} {
		t.Run(fmt.Sprint(c.from, c.sizes), func(t *testing.T) {
			budget.Check(t, pooled(c.from, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				var crowd crowd
				s := skua.NewScope(context.Background(), p)
				gates := occupy(s, c.from)
				tasks := c.from + 1
				wait := crowd.tasks(s, &sc, tasks, always)
				for _, n := range c.sizes {
					p.Sched().Fix(n)
				}
				unpark(gates)
				wait() // not in Wait, whose caller would run too
				return func() error { return errors.Join(crowd.check(p, c.most), sc.check(tasks)) }
			}), budget.Wide)
		})
	}
}

// occupy gives n workers of the pool a task each, and returns what these wait for
// when all of them have begun.
func occupy(s *skua.Scope, n int) (gates []*park.Parker) {
	begun := park.New()
	gates = make([]*park.Parker, n)
	var left atomic.Int64
	left.Store(int64(n))
	for k := range gates {
		gates[k] = park.New()
		s.Go(func(*skua.Worker) error {
			if left.Add(-1) == 0 {
				begun.Unpark()
			}
			gates[k].Park()
			return nil
		})
	}
	begun.Park()
	return gates
}

// since counts, worker by worker, the tasks begun since something happened.
type since struct {
	happened atomic.Bool
	mu       park.Mutex
	began    map[*crew.Worker]int // under mu
}

// again reports whether the task that begins on w is not the first there: that one
// may have been decided on before.
func (s *since) again(w *skua.Worker) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.happened.Load() {
		return false
	}
	if s.began == nil {
		s.began = map[*crew.Worker]int{}
	}
	s.began[w.Sched()]++
	return s.began[w.Sched()] > 1
}

// tasks spawns n tasks that count themselves, if counts says so, and returns a function
// that waits until all have run.
func (c *crowd) tasks(s *skua.Scope, sc *scoped, n int, counts func(w *skua.Worker) bool) (wait func()) {
	ran := park.New()
	var left atomic.Int64
	left.Store(int64(n))
	for k := range n {
		s.Go(func(w *skua.Worker) error {
			if counts(w) {
				c.enter()
				defer c.leave()
			}
			if left.Add(-1) == 0 {
				defer ran.Unpark()
			}
			return sc.task(k, nil)(w)
		})
	}
	return ran.Park
}

func always(*skua.Worker) bool { return true }

// TestExploreNumberMeanwhile: the size goes down while two residents go from one task
// to the next. They end that when Fix has returned, and then one of them stops, also
// if there was a surplus before for which nobody had to stop.
func TestExploreNumberMeanwhile(t *testing.T) {
	for _, from := range []int{2, 3} {
		t.Run(fmt.Sprint("from=", from), func(t *testing.T) {
			budget.Check(t, pooled(from, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				var crowd crowd
				s := skua.NewScope(context.Background(), p)
				before := occupy(s, 2)
				p.Sched().Fix(2)
				fixed := []*park.Parker{park.New(), park.New()}
				for _, f := range fixed {
					s.Go(func(*skua.Worker) error {
						f.Park()
						return nil
					})
				}
				wait := crowd.tasks(s, &sc, 3, always)
				unpark(before)
				p.Sched().Fix(1)
				unpark(fixed)
				wait()
				return func() error { return errors.Join(crowd.check(p, 1), sc.check(3)) }
			}), budget.Wide)
		})
	}
}

func unpark(gates []*park.Parker) {
	for _, g := range gates {
		g.Unpark()
	}
}

// TestExploreNumberBlocking: a task comes back from Blocking while a resident runs in its
// place, which may begin one task that it had decided on, and no other beside it.
func TestExploreNumberBlocking(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var crowd crowd
		var back since
		waits, gate := park.New(), park.New()
		s := skua.NewScope(context.Background(), p)
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, func() {
				waits.Unpark()
				gate.Park()
			})
			crowd.enter()
			back.happened.Store(true)
			crowd.leave()
			return nil
		})
		waits.Park()
		wait := crowd.tasks(s, &sc, 4, back.again)
		gate.Unpark()
		wait()
		return func() error { return errors.Join(crowd.check(p, 1), sc.check(4)) }
	}), budget.Wide)
}

// TestExploreNumberBack: a caller comes back from Blocking while a resident runs in its place, and leaves.
// Its token pays for the resident's, and nobody else runs beside that.
func TestExploreNumberBack(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var crowd crowd
		begun, gate := park.New(), park.New()
		s := skua.NewScope(context.Background(), p)
		var wait func()
		p.Guest(func(w *crew.Worker) {
			s.Go(func(w *skua.Worker) error {
				crowd.enter()
				defer crowd.leave()
				begun.Unpark()
				gate.Park()
				return nil
			})
			w.Block(begun.Park)
			wait = crowd.tasks(s, &sc, 2, always)
		})
		gate.Unpark()
		wait()
		return func() error { return errors.Join(crowd.check(p, 1), sc.check(2)) }
	}), budget.Wide)
}

// TestExploreNumberCallers: two callers at a time in a pool of one. The one that leaves first takes its
// place with it, and nobody else runs meanwhile.
func TestExploreNumberCallers(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var crowd crowd
		first, second, left := park.New(), park.New(), park.New()
		s := skua.NewScope(context.Background(), p)
		x.Go(func() {
			p.Guest(func(*crew.Worker) {
				first.Unpark()
				second.Park()
			})
			left.Unpark()
		})
		first.Park()
		var wait func()
		p.Guest(func(*crew.Worker) {
			wait = crowd.tasks(s, &sc, 2, always)
			second.Unpark()
			left.Park()
			crowd.enter()
			crowd.leave()
		})
		wait()
		return func() error { return errors.Join(crowd.check(p, 1), sc.check(2)) }
	}), budget.Wide)
}

// TestExploreNumberOwn: the size goes down while each of two workers has tasks on its own
// queue. One of them leaves its own to others.
func TestExploreNumberOwn(t *testing.T) {
	budget.Check(t, configured(crew.Config{Workers: 2}, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var crowd crowd
		var left atomic.Int64
		left.Store(4)
		ran := park.New()
		s := skua.NewScope(context.Background(), p)
		var begun, gates []*park.Parker
		for k := range 2 {
			b, g := park.New(), park.New()
			begun, gates = append(begun, b), append(gates, g)
			s.Go(func(w *skua.Worker) error {
				for n := range 2 {
					w.Go(s, func(w *skua.Worker) error {
						crowd.enter()
						crowd.leave()
						if left.Add(-1) == 0 {
							defer ran.Unpark()
						}
						return sc.task(2*k+n, nil)(w)
					})
				}
				b.Unpark()
				g.Park()
				return nil
			})
		}
		for _, b := range begun {
			b.Park()
		}
		p.Sched().Fix(1)
		unpark(gates)
		ran.Park()
		return func() error { return errors.Join(crowd.check(p, 1), sc.check(4)) }
	}), budget.Wide)
}

// TestExploreNumberHandedOver: a worker's place goes to the caller with a wake-up while
// there is a task on the worker's own queue, and another is run by a third. The worker
// takes another place only if one is free.
func TestExploreNumberHandedOver(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var crowd crowd
		begun, stolen, back := park.New(), park.New(), park.New()
		p.Guest(func(w *crew.Worker) {
			at := skua.WorkerOn(w)
			other := skua.NewScope(context.Background(), at)
			s := skua.NewScope(context.Background(), at)
			s.Go(func(w *skua.Worker) error {
				begun.Unpark()
				w.Go(other, func(w *skua.Worker) error {
					crowd.enter()
					stolen.Unpark()
					back.Park()
					crowd.leave()
					return sc.task(0, nil)(w)
				})
				w.Go(other, func(w *skua.Worker) error {
					crowd.enter()
					crowd.leave()
					return sc.task(1, nil)(w)
				})
				stolen.Park()
				return nil
			})
			begun.Park()
			s.Wait()
			crowd.enter()
			crowd.leave()
			back.Unpark()
			other.Wait()
		})
		return func() error { return errors.Join(crowd.check(p, 2), sc.check(2)) }
	}), budget.Wide)
}

// TestExploreHere: a goroutine that has a place takes no second one, and one that gave
// its place away, or has left, does.
func TestExploreHere(t *testing.T) {
	for name, body := range map[string]func(p *skua.Pool, free func(want int)){
		"two calls": func(p *skua.Pool, free func(want int)) {
			for range 2 {
				free(1)
				p.Guest(func(*crew.Worker) { free(0) })
			}
			free(1)
		},
		"a call in a call": func(p *skua.Pool, free func(want int)) {
			p.Guest(func(*crew.Worker) {
				p.Guest(func(*crew.Worker) { free(0) })
				free(0)
			})
		},
		"a call in Blocking": func(p *skua.Pool, free func(want int)) {
			p.Guest(func(w *crew.Worker) {
				skua.Blocking(skua.WorkerOn(w), func() {
					free(1)
					p.Guest(func(*crew.Worker) { free(0) })
					free(1)
				})
				free(0)
			})
		},
		"Blocking in Blocking": func(p *skua.Pool, free func(want int)) {
			p.Guest(func(w *crew.Worker) {
				at := skua.WorkerOn(w)
				skua.Blocking(at, func() {
					skua.Blocking(at, func() { free(1) })
					free(1)
				})
				free(0)
			})
		},
		"Blocking after a call": func(p *skua.Pool, free func(want int)) {
			p.Guest(func(*crew.Worker) {})
			skua.Blocking(p, func() { free(1) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
				var err error
				body(p, func(want int) {
					if n := p.Stats().Free; n != want {
						err = errors.Join(err, fmt.Errorf("%d places free, want %d", n, want))
					}
				})
				return func() error { return err }
			}), budget.Wide)
		})
	}
}

// TestExploreInnermost: in a call, in a call of that, and after each, a goroutine finds the worker that it
// runs.
func TestExploreInnermost(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var err error
		want := func(w *crew.Worker) {
			for range 2 { // it looks, and remembers
				if got := p.Sched().Innermost(); got != w {
					err = fmt.Errorf("the goroutine runs %p, and finds %p", w, got)
				}
			}
		}
		p.Guest(func(outer *crew.Worker) {
			want(outer)
			p.Guest(want)
			want(outer)
		})
		want(nil)
		return func() error { return err }
	}), budget.Wide)
}

// TestExploreGone: of two guests one is kept for the next call. What the other has done counts still.
func TestExploreGone(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		callers(x, 2, func(k int) {
			p.Guest(func(w *crew.Worker) {
				at := skua.WorkerOn(w)
				s := skua.NewScope(context.Background(), at)
				at.Go(s, sc.task(k, nil))
				s.Wait()
			})
		})()
		return func() error {
			if n := p.Sched().Counts().Tasks; n != 2 {
				return fmt.Errorf("%d tasks are counted, want 2", n)
			}
			return sc.check(2)
		}
	}), budget.Wide)
}

// TestExploreGoexitStranger ends a resident's goroutine in a task, and then the
// waiter's. Others, which begin meanwhile, are no workers of the pool.
func TestExploreGoexitStranger(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var believed atomic.Bool
		ended, left := park.New(), park.New()
		x.Go(func() {
			ended.Park()
			for range 2 {
				x.Go(func() {
					if p.Sched().Within() {
						believed.Store(true)
					}
				})
			}
		})
		s := skua.NewScope(context.Background(), p)
		s.Go(func(*skua.Worker) error {
			ended.Unpark()
			runtime.Goexit()
			return nil
		})
		x.Go(func() {
			defer left.Unpark()
			s.Wait()
		})
		left.Park()
		return func() error {
			if believed.Load() {
				return errors.New("a goroutine from outside is taken for a worker")
			}
			return nil
		}
	}), budget.Wide)
}

// TestExploreLarger: one more may run, and comes for what waits.
func TestExploreLarger(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		ran := park.New()
		s := skua.NewScope(context.Background(), p)
		p.Guest(func(*crew.Worker) {
			s.Go(func(w *skua.Worker) error {
				ran.Unpark()
				return sc.task(0, nil)(w)
			})
			p.Sched().Fix(2)
			ran.Park()
		})
		s.Wait()
		return func() error { return sc.check(1) }
	}), budget.Wide)
}
