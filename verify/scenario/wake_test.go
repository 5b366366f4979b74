//go:build explore

package scenario

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/verify/quiet"
)

// TestExploreThird: two workers are busy and the second fork of one of them is
// private. A third that could run it sleeps or was never started, and comes.
func TestExploreThird(t *testing.T) {
	budget.Check(t, pooled(3, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var begun atomic.Bool
		p.Guest(func(w *crew.Worker) {
			skua.Join(skua.WorkerOn(w),
				func(w *skua.Worker) {
					skua.Join(w, func(w *skua.Worker) {
						pollUntil(w, &begun)
					}, func(w *skua.Worker) {
						begun.Store(true)
						sc.task(0, nil)(w)
					})
				},
				func(w *skua.Worker) {
					for !begun.Load() {
						park.Yield()
					}
					sc.task(1, nil)(w)
				})
		})
		return func() error { return sc.check(2) }
	}), budget.Wide)
}

// TestExploreThirdComes: a worker that has stolen a fork looks for another one, which is private, and falls
// asleep unless it has asked for that. A caller comes meanwhile, and stays: the roster grows.
func TestExploreThirdComes(t *testing.T) {
	budget.Check(t, pooled(3, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var begun atomic.Bool
		over := park.New()
		join := callers(x, 1, func(int) { p.Guest(func(*crew.Worker) { over.Park() }) })
		p.Guest(func(w *crew.Worker) {
			skua.Join(skua.WorkerOn(w), func(w *skua.Worker) {
				skua.Join(w, func(w *skua.Worker) { pollUntil(w, &begun) }, func(w *skua.Worker) {
					begun.Store(true)
					sc.task(0, nil)(w)
				})
			}, func(w *skua.Worker) { sc.task(1, nil)(w) })
		})
		over.Unpark()
		join()
		return func() error { return sc.check(2) }
	}), budget.Wide)
}

// TestExploreBeaten: of two forks that are public two workers look for the older one, each of them about to
// sleep. Each fork ends only when the other has begun: so the one that was beaten has to find the younger.
func TestExploreBeaten(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		var sc scoped
		p := skua.PoolOf(sched.NewEmpty(crew.Config{Workers: 3}))
		came, both := parkers(2), park.New()
		task := func(k int) func(*skua.Worker) {
			return func(*skua.Worker) {
				came[1-k].Unpark()
				came[k].Park()
				if sc.task(k, nil)(nil); k == 0 {
					both.Unpark()
				}
			}
		}
		p.Guest(func(w *crew.Worker) {
			skua.Join(skua.WorkerOn(w), func(w *skua.Worker) {
				skua.Join(w, func(w *skua.Worker) {
					skua.Blocking(w, func() { // its forks are public
						for range 2 {
							thief := p.Sched().Thief()
							x.Go(func() { sched.Seek(thief) })
						}
						both.Park()
					})
				}, task(1))
			}, task(0))
		})
		x.OnEnd(func() error { return errors.Join(sc.check(2), quiet.Check(p.Sched())) })
	}, budget.Deep)
}

// pollUntil looks for requests until a task has begun.
func pollUntil(w *skua.Worker, begun *atomic.Bool) {
	for !begun.Load() {
		w.Poll()
		park.Yield()
	}
}

// TestExploreGiver: two callers hold both tokens, and one of them forks meanwhile. When
// the other leaves, somebody may come for the fork, and nobody has asked for it.
func TestExploreGiver(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var begun atomic.Bool
		inside, forked, left := park.New(), park.New(), park.New()
		x.Go(func() {
			p.Guest(func(*crew.Worker) {
				inside.Unpark()
				forked.Park()
			})
			left.Unpark()
		})
		inside.Park()
		p.Guest(func(w *crew.Worker) {
			skua.Join(skua.WorkerOn(w), func(w *skua.Worker) {
				forked.Unpark()
				pollUntil(w, &begun)
			}, func(w *skua.Worker) {
				begun.Store(true)
				sc.task(0, nil)(w)
			})
		})
		left.Park()
		return func() error { return sc.check(1) }
	}), budget.Wide)
}

// TestExploreStandIn: a task waits for a stolen fork, which goes on only when a fork of its own has
// begun on a third worker. That one needs the waiter's token.
func TestExploreStandIn(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var stolen, begun atomic.Bool
		p.Guest(func(w *crew.Worker) {
			skua.Join(skua.WorkerOn(w), func(w *skua.Worker) { pollUntil(w, &stolen) }, func(w *skua.Worker) {
				stolen.Store(true)
				skua.Join(w, func(w *skua.Worker) { pollUntil(w, &begun) }, func(w *skua.Worker) {
					begun.Store(true)
					sc.task(0, nil)(w)
				})
			})
		})
		return func() error { return sc.check(1) }
	}), budget.Wide)
}

// TestExploreStandInLate: a task waits for a stolen fork that ends, perhaps while the waiter gives
// its token to a third worker, which comes for a task on the waiter's queue.
func TestExploreStandInLate(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var stolen atomic.Bool
		p.Guest(func(w *crew.Worker) {
			at := skua.WorkerOn(w)
			s := skua.NewScope(context.Background(), at)
			skua.Join(at, func(w *skua.Worker) {
				pollUntil(w, &stolen)
				w.Go(s, sc.task(0, nil))
			}, func(w *skua.Worker) { stolen.Store(true) })
			s.Wait()
		})
		return func() error { return sc.check(1) }
	}), budget.Wide)
}
