//go:build explore

package scenario

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
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

// scoped is a scope scenario: what the maker and the tasks do. Counts are plain:
// each task writes its own.
type scoped struct {
	ran  [8]int
	late bool
	over bool
}

func (sc *scoped) task(n int, err error) func(*skua.Worker) error {
	return func(*skua.Worker) error {
		sc.ran[n]++
		if sc.over {
			sc.late = true
		}
		return err
	}
}

// check wants tasks 0 to n-1 once each.
func (sc *scoped) check(n int) error {
	if sc.late {
		return errors.New("a task ran after Wait had returned")
	}
	for k, times := range sc.ran {
		if want := min(1, max(0, n-k)); times != want {
			return fmt.Errorf("task %d ran %d times, want %d", k, times, want)
		}
	}
	return nil
}

// pooled makes a scenario of a whole pool: body runs as thread 0 between New
// and Close, what it returns is checked at the end.
func pooled(workers int, body func(x *explore.X, p *skua.Pool) func() error) func(*explore.X) {
	return configured(crew.Config{Workers: workers}, body)
}

// configured is pooled for a pool with more than a size to choose.
func configured(config crew.Config, body func(x *explore.X, p *skua.Pool) func() error) func(*explore.X) {
	return func(x *explore.X) {
		pool := skua.PoolOf(sched.New(config))
		check := body(x, pool)
		pool.Sched().Close()
		x.OnEnd(func() error { return errors.Join(check(), quiet.Check(pool.Sched())) })
	}
}

func TestExploreScope(t *testing.T) {
	for name, body := range map[string]func(x *explore.X, p *skua.Pool) func() error{
		"outside": func(x *explore.X, p *skua.Pool) func() error {
			var sc scoped
			s := skua.NewScope(context.Background(), p)
			s.Go(sc.task(0, nil))
			s.Go(sc.task(1, nil))
			err := s.Wait()
			sc.over = true
			return func() error { return errors.Join(err, sc.check(2)) }
		},
		"on a worker": func(x *explore.X, p *skua.Pool) func() error {
			var sc scoped
			err := p.Run(context.Background(), func(w *skua.Worker) error {
				s := skua.NewScope(context.Background(), w)
				w.Go(s, sc.task(0, nil))
				w.Go(s, func(w *skua.Worker) error {
					w.Go(s, sc.task(1, nil))
					s.Go(sc.task(2, nil))
					return nil
				})
				defer func() { sc.over = true }()
				return s.Wait()
			})
			return func() error { return errors.Join(err, sc.check(3)) }
		},
		"two spawners": func(x *explore.X, p *skua.Pool) func() error {
			var sc scoped
			s := skua.NewScope(context.Background(), p)
			s.Go(func(w *skua.Worker) error {
				in := skua.NewScope(context.Background(), w)
				w.Go(in, sc.task(0, nil))
				w.Go(s, sc.task(1, nil))
				return in.Wait()
			})
			err := s.Wait()
			sc.over = true
			return func() error { return errors.Join(err, sc.check(2)) }
		},
		"limit": func(x *explore.X, p *skua.Pool) func() error {
			var sc scoped
			s := skua.NewScope(context.Background(), p)
			s.SetLimit(1)
			for n := range 3 {
				s.Go(sc.task(n, nil))
			}
			err := s.Wait()
			sc.over = true
			return func() error { return errors.Join(err, sc.check(3)) }
		},
		"limit of a later round": func(x *explore.X, p *skua.Pool) func() error {
			var sc scoped
			var running atomic.Int32
			crowded := false
			task := func(n int) func(*skua.Worker) error {
				return func(w *skua.Worker) error {
					crowded = running.Add(1) > 1 || crowded
					sc.task(n, nil)(w)
					running.Add(-1)
					return nil
				}
			}
			s := skua.NewScope(context.Background(), p)
			s.Go(sc.task(0, nil))
			err := s.Wait()
			s.SetLimit(1)
			s.Go(task(1))
			s.Go(task(2))
			err = errors.Join(err, s.Wait())
			sc.over = true
			return func() error {
				if crowded {
					return errors.New("two tasks ran at a time, want one")
				}
				return errors.Join(err, sc.check(3))
			}
		},
		"batch": func(x *explore.X, p *skua.Pool) func() error {
			var sc scoped
			s := skua.NewScope(context.Background(), p)
			for n := range 5 {
				s.Go(sc.task(n, nil))
			}
			err := s.Wait()
			sc.over = true
			return func() error { return errors.Join(err, sc.check(5)) }
		},
		"error": func(x *explore.X, p *skua.Pool) func() error {
			var sc scoped
			s := skua.NewScope(context.Background(), p)
			s.Go(sc.task(0, errTest))
			s.Go(sc.task(1, nil))
			err := s.Wait()
			sc.over = true
			return func() error {
				if err != errTest || sc.late || sc.ran[0] != 1 {
					return fmt.Errorf("error %v, late %v, ran %v", err, sc.late, sc.ran)
				}
				return nil
			}
		},
		"abandoned": func(x *explore.X, p *skua.Pool) func() error {
			var sc scoped
			err := p.Run(context.Background(), func(w *skua.Worker) error {
				s := skua.NewScope(context.Background(), w)
				w.Go(s, sc.task(0, nil))
				return nil
			})
			sc.over = true
			return func() error {
				if sc.late {
					return errors.New("a task ran after the run")
				}
				return err
			}
		},
	} {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				budget.Check(t, pooled(workers, body), budget.Wide)
			})
		}
	}
}

// TestExploreBatch: a task waits, and not inside Blocking, for one that may be
// anywhere else: left behind, or on the queue of a worker that took it with more.
func TestExploreBatch(t *testing.T) {
	for _, order := range [][]string{{"waits", "wakes"}, {"waits", "wakes", "third"}, {"first", "waits", "wakes"}} {
		t.Run(strings.Join(order, " "), func(t *testing.T) {
			budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				gate := park.New()
				does := map[string]func(){"waits": gate.Park, "wakes": gate.Unpark}
				s := skua.NewScope(context.Background(), p)
				for n, name := range order {
					s.Go(func(w *skua.Worker) error {
						if f := does[name]; f != nil {
							f()
						}
						return sc.task(n, nil)(w)
					})
				}
				err := s.Wait()
				sc.over = true
				return func() error { return errors.Join(err, sc.check(len(order))) }
			}), budget.Wide)
		})
	}
}

// TestExploreScopeSecond: a worker spawns two tasks and waits, outside Blocking, until both have run. The
// second is posted only if the first is gone; whenever a thief takes that one, it finds the other.
func TestExploreScopeSecond(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		p.Guest(func(w *crew.Worker) {
			at := skua.WorkerOn(w)
			s := skua.NewScope(context.Background(), at)
			both := park.New()
			var left atomic.Int64
			left.Store(2)
			for n := range 2 {
				at.Go(s, func(w *skua.Worker) error {
					if left.Add(-1) == 0 {
						both.Unpark()
					}
					return sc.task(n, nil)(w)
				})
			}
			both.Park()
			s.Wait()
		})
		return func() error { return sc.check(2) }
	}), budget.Wide)
}

// TestExploreBatchThief: the maker of a scope takes some of its tasks from the inbox, for
// a queue on which there are tasks of another scope that a thief takes.
func TestExploreBatchThief(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		p.Guest(func(w *crew.Worker) {
			at := skua.WorkerOn(w)
			other := skua.NewScope(context.Background(), at)
			s := skua.NewScope(context.Background(), at)
			for n := range 2 {
				at.Go(other, sc.task(n, nil))
			}
			for n := range 3 {
				s.Go(sc.task(2+n, nil))
			}
			s.Wait()
			other.Wait()
		})
		return func() error { return sc.check(5) }
	}), budget.Wide)
}

// TestExploreMakerRuns spawns from a caller that keeps its place until the task has
// run; a task of the same scope keeps the other. The maker, which waits, is woken to
// run it.
func TestExploreMakerRuns(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		begun, ran, done, left := park.New(), park.New(), park.New(), park.New()
		s := skua.NewScope(context.Background(), p)
		s.Go(func(w *skua.Worker) error {
			begun.Unpark()
			ran.Park()
			return sc.task(0, nil)(w)
		})
		begun.Park()
		x.Go(func() {
			p.Guest(func(*crew.Worker) {
				s.Go(func(w *skua.Worker) error {
					ran.Unpark()
					done.Unpark()
					return sc.task(1, nil)(w)
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

// TestExploreBatchUnseen: of two residents one takes two tasks of a queue at once, of which the first waits,
// outside of Blocking, for the second, and the other one takes a task that does, too. While the two are on
// their way the timer that is to wake a worker beyond the places may see none, and end.
func TestExploreBatchUnseen(t *testing.T) {
	budget.Check(t, configured(crew.Config{Workers: 2}, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var err error
		p.Guest(func(w *crew.Worker) {
			first, last := park.New(), park.New()
			s := skua.NewScope(context.Background(), skua.WorkerOn(w))
			waits := func(k int, p *park.Parker) {
				s.Go(func(w *skua.Worker) error {
					p.Park()
					return sc.task(k, nil)(w)
				})
			}
			waits(0, first)
			s.Go(func(w *skua.Worker) error {
				first.Unpark()
				last.Unpark()
				return sc.task(1, nil)(w)
			})
			waits(2, last)
			w.Block(func() { err = s.Wait() })
		})
		return func() error { return errors.Join(err, sc.check(3)) }
	}), budget.Plan{{Bound: 1, FreeYields: 1}})
}

// TestExploreClose spawns and runs from two threads while others close: each
// call is refused or runs.
func TestExploreClose(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		pool := skua.PoolOf(sched.New(crew.Config{Workers: 2}))
		var sc scoped
		var errs [2]error
		x.Go(func() {
			s := skua.NewScope(context.Background(), pool)
			s.Go(sc.task(0, nil))
			errs[0] = s.Wait()
		})
		x.Go(func() { errs[1] = pool.Run(context.Background(), sc.task(1, nil)) })
		x.Go(pool.Sched().Close)
		pool.Sched().Close()
		x.OnEnd(func() error {
			for n, err := range errs {
				if refused := err == skua.ErrClosed; err != nil && !refused || sc.ran[n] == 1 == refused {
					return fmt.Errorf("call %d returned %v, ran %d", n, err, sc.ran[n])
				}
			}
			return quiet.Check(pool.Sched())
		})
	}, budget.Wide)
}

// TestExploreGoexit ends goroutines in tasks: the caller's goes, the residents
// are replaced.
func TestExploreGoexit(t *testing.T) {
	for name, body := range map[string]func(w *skua.Worker, sc *scoped){
		"first branch": func(w *skua.Worker, sc *scoped) {
			skua.Join(w, func(*skua.Worker) { runtime.Goexit() }, func(w *skua.Worker) { sc.task(0, nil)(w) })
		},
		"second branch": func(w *skua.Worker, sc *scoped) {
			skua.Join(w, func(*skua.Worker) {}, func(w *skua.Worker) { runtime.Goexit() })
		},
		"spawned": func(w *skua.Worker, sc *scoped) {
			s := skua.NewScope(context.Background(), w)
			w.Go(s, func(*skua.Worker) error { runtime.Goexit(); return nil })
			w.Go(s, sc.task(0, nil))
			s.Wait()
		},
	} {
		t.Run(name, func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				pool := skua.PoolOf(sched.New(crew.Config{Workers: 2}))
				var sc scoped
				returned := false
				x.Go(func() {
					defer func() { sc.over = true }()
					pool.Run(context.Background(), func(w *skua.Worker) error {
						body(w, &sc)
						return nil
					})
					returned = true
				})
				x.OnEnd(func() error {
					if returned || sc.late {
						return fmt.Errorf("caller went on %v, late task %v", returned, sc.late)
					}
					return quiet.Check(pool.Sched())
				})
				x.Quiescent(func() error { return nil })
			}, budget.Wide)
		})
	}
}

// TestExploreBlocking: a task waits for another of a pool with one worker.
func TestExploreBlocking(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		gate := park.New()
		s := skua.NewScope(context.Background(), p)
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, gate.Park)
			return sc.task(0, nil)(w)
		})
		s.Go(func(w *skua.Worker) error {
			gate.Unpark()
			return sc.task(1, nil)(w)
		})
		err := s.Wait()
		sc.over = true
		return func() error { return errors.Join(err, sc.check(2)) }
	}), budget.Wide)
}

// TestExploreSmaller makes a pool smaller and larger while it works.
func TestExploreSmaller(t *testing.T) {
	prog := programs["bal"]
	want, _ := prog.serial(0)
	budget.Check(t, func(x *explore.X) {
		pool := skua.PoolOf(sched.New(crew.Config{Workers: 3}))
		st := newState(append(prog[:len(prog):len(prog)], node{}))
		x.Go(func() {
			pool.Sched().Fix(1)
			pool.Sched().Fix(2)
		})
		got := st.f.On(pool, 0)
		st.over = true
		pool.Sched().Close()
		x.OnEnd(func() error { return errors.Join(st.check(got, nil, want, false), quiet.Check(pool.Sched())) })
	}, budget.Wide)
}

// TestExploreBlockingNested: a guest inside a guest waits for a task that comes
// from a thread that waits for nothing.
func TestExploreBlockingNested(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		gate, ended := park.New(), park.New()
		x.Go(func() {
			s := skua.NewScope(context.Background(), p)
			s.Go(func(w *skua.Worker) error {
				gate.Unpark()
				return sc.task(0, nil)(w)
			})
			ended.Park()
			s.Wait()
		})
		p.Guest(func(*crew.Worker) {
			p.Guest(func(w *crew.Worker) { skua.Blocking(skua.WorkerOn(w), gate.Park) })
		})
		ended.Unpark()
		return func() error { return nil }
	}), budget.Wide)
}
