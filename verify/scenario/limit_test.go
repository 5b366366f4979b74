//go:build explore

package scenario

import (
	"context"
	"errors"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/verify/quiet"
)

// TestExploreScopeLimitLeft: what a task leaves behind is the task's: it has ended
// before a scope with a limit lets the next task begin.
func TestExploreScopeLimitLeft(t *testing.T) {
	for name, leave := range map[string]func(w *skua.Worker, behind func()){
		"fork": func(w *skua.Worker, behind func()) {
			forkKept(w, behind)
		},
		"scope": func(w *skua.Worker, behind func()) {
			s := skua.NewScope(context.Background(), w)
			s.Go(func(*skua.Worker) error {
				behind()
				return nil
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
				startThieves(x, pool, []int{1})
				var sc scoped
				var crowd crowd
				enter := func() {
					crowd.enter()
					crowd.leave()
				}
				s := skua.NewScope(context.Background(), pool)
				s.SetLimit(1)
				s.Go(func(w *skua.Worker) error {
					leave(w, enter)
					return sc.task(0, nil)(w)
				})
				s.Go(func(w *skua.Worker) error {
					enter()
					return sc.task(1, nil)(w)
				})
				s.Wait()
				x.OnEnd(func() error { return errors.Join(crowd.check(pool, 1), sc.check(2), quiet.Check(pool.Sched())) })
			}, budget.Deep)
		})
	}
}

// TestExploreInnerGuest spawns as a guest inside a guest, whose goroutine keeps the only
// place until the task has run. Another worker takes it, since the maker of the scope waits.
func TestExploreInnerGuest(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		begun, ran, done, left := park.New(), park.New(), park.New(), park.New()
		s := skua.NewScope(context.Background(), p)
		s.Go(func(w *skua.Worker) error {
			begun.Unpark()
			skua.Blocking(w, ran.Park)
			return sc.task(0, nil)(w)
		})
		begun.Park()
		x.Go(func() {
			p.Guest(func(*crew.Worker) {
				p.Guest(func(w *crew.Worker) {
					skua.WorkerOn(w).Go(s, func(w *skua.Worker) error {
						ran.Unpark()
						done.Unpark()
						return sc.task(1, nil)(w)
					})
				})
				done.Park()
			})
			left.Unpark()
		})
		err := s.Wait()
		sc.over = true
		left.Park()
		return func() error { return errors.Join(err, sc.check(2)) }
	}), budget.Wide)
}

// TestExploreTakenPlace: a task is spawned from outside while the only place is free,
// and a caller takes that place and keeps it until the task has run. Either somebody
// was woken for the task before, or one worker more is when the pool stands still.
func TestExploreTakenPlace(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		begun, over, ran, left := park.New(), park.New(), park.New(), park.New()
		s := skua.NewScope(context.Background(), p)
		s.Go(func(w *skua.Worker) error {
			begun.Unpark()
			skua.Blocking(w, over.Park)
			return sc.task(0, nil)(w)
		})
		begun.Park()
		x.Go(func() {
			s.Go(func(w *skua.Worker) error {
				ran.Unpark()
				return sc.task(1, nil)(w)
			})
		})
		x.Go(func() {
			p.Guest(func(*crew.Worker) { ran.Park() })
			over.Unpark()
			left.Unpark()
		})
		left.Park() // not in Wait, whose caller would run the task
		err := s.Wait()
		sc.over = true
		return func() error { return errors.Join(err, sc.check(2)) }
	}), budget.Wide)
}

// TestExploreOwnQueue: a worker gives its place away with a wake-up while there are
// tasks of another scope on its own queue.
func TestExploreOwnQueue(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var crowd crowd
		other := skua.NewScope(context.Background(), p)
		s := skua.NewScope(context.Background(), p)
		begun := park.New()
		s.Go(func(w *skua.Worker) error {
			begun.Unpark()
			w.Go(other, func(w *skua.Worker) error {
				crowd.enter()
				crowd.leave()
				return sc.task(1, nil)(w)
			})
			return sc.task(0, nil)(w)
		})
		begun.Park()
		s.Wait()
		other.Wait()
		return func() error { return sc.check(2) }
	}), budget.Wide)
}
