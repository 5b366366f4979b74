//go:build explore

package scenario

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"

	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/sched"
)

// limited is a pool of one worker that lets that many callers in at a time.
func limited(guests int, body func(x *explore.X, p *skua.Pool) func() error) func(*explore.X) {
	return configured(crew.Config{Workers: 1, Guests: guests}, func(x *explore.X, p *skua.Pool) func() error {
		check := body(x, p)
		return func() error { return errors.Join(check(), checkLine(p)) }
	})
}

// checkLine wants the line empty and every seat free.
func checkLine(p *skua.Pool) error {
	if c := p.Sched().Counts(); c.Guests != 0 || c.Waiting != 0 {
		return fmt.Errorf("%d seats are taken and %d callers in line at the end", c.Guests, c.Waiting)
	}
	return nil
}

// callers starts n threads that run call, and returns a function that waits for them.
func callers(x *explore.X, n int, call func(k int)) (join func()) {
	left := make([]*park.Parker, n)
	for k := range n {
		left[k] = park.New()
		x.Go(func() {
			call(k)
			left[k].Unpark()
		})
	}
	return func() {
		for _, l := range left {
			l.Park()
		}
	}
}

// TestExploreGuests: of several callers at most as many are inside as there are
// seats, and all get their turn. Each calls from inside as well, which needs no seat.
func TestExploreGuests(t *testing.T) {
	for _, c := range []struct{ guests, callers int }{{1, 2}, {1, 3}, {2, 3}} {
		t.Run(fmt.Sprintf("guests=%d/callers=%d", c.guests, c.callers), func(t *testing.T) {
			budget.Check(t, limited(c.guests, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				var crowd crowd
				call := func(k int) {
					p.Guest(func(w *crew.Worker) {
						crowd.enter()
						p.Guest(func(*crew.Worker) {})
						w.Block(func() { p.Guest(func(*crew.Worker) { sc.task(k, nil)(nil) }) })
						crowd.leave()
					})
				}
				join := callers(x, c.callers-1, call)
				call(c.callers - 1)
				join()
				return func() error { return errors.Join(sc.check(c.callers), crowd.check(p, int64(c.guests))) }
			}), budget.Wide)
		})
	}
}

// TestExploreGuestsGiveUp: a caller's context ends at any time, also when it is being
// handed a seat: no seat is lost, and the call that comes after it gets one.
func TestExploreGuestsGiveUp(t *testing.T) {
	budget.Check(t, limited(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var crowd crowd
		call := func(k int, job *crew.Job) {
			w := p.Sched().Enter(job, nil)
			if w == nil {
				return
			}
			defer func() { sched.Depart(w, recover()) }()
			crowd.enter()
			crowd.leave()
			sc.task(k, nil)(nil)
		}
		job, _ := p.Sched().NewJob(context.Background())
		x.Go(func() { job.Cancel() })
		join := callers(x, 2, func(k int) {
			if k == 0 {
				call(2, job)
			} else {
				call(k, nil)
			}
		})
		call(0, nil)
		join()
		return func() error {
			sc.ran[2] = 0 // it may have come in before its context ended
			return errors.Join(sc.check(2), crowd.check(p, 1))
		}
	}), budget.Wide)
}

// TestExploreGuestsCancelled: a call that is cancelled while it stands in line, or comes
// to it, returns before a seat is free, and nothing of it runs.
func TestExploreGuestsCancelled(t *testing.T) {
	budget.Check(t, limited(1, func(x *explore.X, p *skua.Pool) func() error {
		ran := false
		over := park.New()
		job, _ := p.Sched().NewJob(context.Background())
		p.Guest(func(*crew.Worker) {
			x.Go(func() {
				if w := p.Sched().Enter(job, nil); w != nil {
					ran = true
					sched.Depart(w, nil)
				}
				over.Unpark()
			})
			job.Cancel()
			over.Park()
		})
		return func() error {
			if ran {
				return errors.New("a call came in although its context had ended")
			}
			return nil
		}
	}), budget.Wide)
}

// TestExploreGuestsForsaken: the only place and the only seat are with a call that waits until two calls
// that wait in line for a scope have returned, which is cancelled. No task of it runs after that.
func TestExploreGuestsForsaken(t *testing.T) {
	budget.Check(t, limited(1, func(x *explore.X, p *skua.Pool) func() error {
		var late, over atomic.Bool
		s, spawned := skua.NewScope(context.Background(), p), park.New()
		p.Guest(func(*crew.Worker) {
			x.Go(func() {
				for range 2 {
					s.Go(func(*skua.Worker) error { late.Store(over.Load()); return nil })
				}
				spawned.Unpark()
			})
			spawned.Park()
			join := callers(x, 2, func(int) { s.Wait() })
			s.Job().Cancel()
			join()
			over.Store(true)
		})
		return func() error {
			if late.Load() {
				return errors.New("a task ran after Wait")
			}
			return nil
		}
	}), budget.Wide)
}

// TestExploreGuestsClose closes a pool with callers in line, of which each runs or is
// refused, and with one that waits in line for a scope, whose tasks run.
func TestExploreGuestsClose(t *testing.T) {
	budget.Check(t, limited(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var errs [2]error
		s := skua.NewScope(context.Background(), p)
		s.Go(sc.task(0, nil))
		join := callers(x, 3, func(k int) {
			if k == 2 {
				p.Sched().Close()
				return
			}
			if k == 1 {
				errs[1] = errors.Join(s.Wait(), sc.check(1))
				return
			}
			if errs[0] = comeIn(p); errs[0] == skua.ErrClosed {
				errs[0] = nil
			}
		})
		join()
		return func() error { return errors.Join(errs[0], errs[1], sc.check(1)) }
	}), budget.Wide)
}

// TestExploreGuestsRefused: a call in line when the pool is closed is sent away
// before those inside have ended.
func TestExploreGuestsRefused(t *testing.T) {
	budget.Check(t, limited(1, func(x *explore.X, p *skua.Pool) func() error {
		var err error
		var join func()
		p.Guest(func(*crew.Worker) {
			refused := park.New()
			join = callers(x, 2, func(k int) {
				if k == 0 {
					p.Sched().Close()
					return
				}
				err = comeIn(p)
				refused.Unpark()
			})
			refused.Park()
		})
		join()
		return func() error {
			if err != skua.ErrClosed {
				return fmt.Errorf("a call in line returned %v, want ErrClosed", err)
			}
			return nil
		}
	}), budget.Wide)
}

// TestExploreCloseRefuses: after Close was called no call comes in any more, though one is inside, which ends
// after that.
func TestExploreCloseRefuses(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var join func()
		p.Guest(func(*crew.Worker) {
			refused := park.New()
			join = callers(x, 2, func(k int) {
				if k == 0 {
					p.Sched().Close()
					return
				}
				for comeIn(p) == nil {
					park.Yield()
				}
				refused.Unpark()
			})
			refused.Park()
		})
		join()
		return func() error { return nil }
	}), budget.Wide)
}

// comeIn calls p, and returns ErrClosed if that is refused.
func comeIn(p *skua.Pool) (err error) {
	w := p.Sched().Enter(nil, nil)
	if w == nil {
		return skua.ErrClosed
	}
	sched.Depart(w, nil)
	return nil
}

// TestExploreGuestsScope: several wait for a scope from outside, and one of them or
// another caller keeps the only seat. The call in line is let in, or leaves the line
// when the tasks have ended.
func TestExploreGuestsScope(t *testing.T) {
	for name, spawn := range map[string]func(s *skua.Scope, sc *scoped) (tasks int){
		"one task": func(s *skua.Scope, sc *scoped) int {
			s.Go(sc.task(0, nil))
			return 1
		},
		"spawned late": func(s *skua.Scope, sc *scoped) int {
			s.Go(func(w *skua.Worker) error {
				s.Go(sc.task(1, nil))
				return sc.task(0, nil)(w)
			})
			return 2
		},
	} {
		t.Run(name+"/waiters", func(t *testing.T) {
			budget.Check(t, limited(1, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				var errs [2]error
				s := skua.NewScope(context.Background(), p)
				n := spawn(s, &sc)
				join := callers(x, 2, func(k int) { errs[k] = errors.Join(s.Wait(), sc.check(n)) })
				join()
				return func() error { return errors.Join(errs[:]...) }
			}), budget.Wide)
		})
		t.Run(name+"/seat kept", func(t *testing.T) {
			budget.Check(t, limited(1, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				var err error
				waited := park.New()
				p.Guest(func(w *crew.Worker) {
					x.Go(func() {
						s := skua.NewScope(context.Background(), p)
						n := spawn(s, &sc)
						err = errors.Join(s.Wait(), sc.check(n))
						waited.Unpark()
					})
					w.Block(waited.Park) // the seat is kept until the scope has ended
				})
				return func() error { return err }
			}), budget.Wide)
		})
	}
}
