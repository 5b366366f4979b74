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
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/verify/quiet"
)

// lean is a pool of two that makes nothing public unless a thief asks.
var lean = crew.Config{Workers: 2, Keep: policy.KeepNever}

// TestExploreWaitShows: a goroutine waits for a task that waits for an older fork of
// another task type, or of the worker around it. The fork may be private when the wait
// begins, and then the waiter has to show it: nobody can ask it any more.
func TestExploreWaitShows(t *testing.T) {
	for name, wait := range map[string]func(p *skua.Pool, g *skua.Frame[int, int], begun *signal, second func()){
		"join": func(p *skua.Pool, g *skua.Frame[int, int], begun *signal, second func()) {
			skua.Join(g, func(w *skua.Worker) { pollUntil(w, &begun.given) }, func(*skua.Worker) { second() })
		},
		"scope": func(p *skua.Pool, g *skua.Frame[int, int], begun *signal, second func()) {
			s := skua.NewScope(context.Background(), g)
			s.Go(func(*skua.Worker) error {
				second()
				return nil
			})
			begun.Park()
			s.Wait()
		},
		"open scope": func(p *skua.Pool, g *skua.Frame[int, int], begun *signal, second func()) {
			skua.Join(g, func(w *skua.Worker) {
				s := skua.NewScope(context.Background(), w)
				s.Go(func(*skua.Worker) error {
					second()
					return nil
				})
				begun.Park()
				s.Wait()
			}, func(*skua.Worker) {})
		},
		"join in a call": func(p *skua.Pool, g *skua.Frame[int, int], begun *signal, second func()) {
			at(g, func() {
				skua.Join(p, func(w *skua.Worker) { pollUntil(w, &begun.given) }, func(*skua.Worker) { second() })
			})
		},
		"scope in a call": func(p *skua.Pool, g *skua.Frame[int, int], begun *signal, second func()) {
			at(g, func() {
				s := skua.NewScope(context.Background(), p)
				s.Go(func(*skua.Worker) error {
					second()
					return nil
				})
				begun.Park()
				s.Wait()
			})
		},
		"loop": func(p *skua.Pool, g *skua.Frame[int, int], begun *signal, second func()) {
			l := skua.Loop{To: 2, Grain: 1, Body: func(p *skua.Part) {
				for p.Next() {
					if p.Index() == 0 {
						begun.Park()
					} else {
						second()
					}
				}
			}}
			l.Run(g)
		},
	} {
		t.Run(name, func(t *testing.T) {
			budget.Check(t, configured(lean, func(x *explore.X, p *skua.Pool) func() error {
				stolen := false
				inside, forked, left := park.New(), park.New(), park.New()
				begun, ran := &signal{Parker: park.New()}, park.New()
				fn := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
					switch n {
					case 1:
						return 0
					case 2:
						ran.Unpark()
						return 0
					}
					// Private: the other caller has the place of any worker that could ask. A thief
					// that comes later gets the first of them by asking.
					g := f.Fork(1)
					h := g.Fork(2)
					forked.Unpark()
					left.Park()
					wait(p, h, begun, func() {
						begun.given.Store(true)
						begun.Unpark()
						ran.Park()
					})
					_, stolen = g.Join()
					f.Join()
					return 0
				})
				x.Go(func() {
					p.Guest(func(*crew.Worker) {
						inside.Unpark()
						forked.Park()
					})
					left.Unpark()
				})
				inside.Park()
				fn.On(p, 0)
				return func() error {
					if !stolen {
						return errors.New("the older fork was not stolen")
					}
					return nil
				}
			}), budget.Wide)
		})
	}
}

// at runs f in a call that is made at g, so that the worker knows what is pending below.
func at(g *skua.Frame[int, int], f func()) {
	skua.NewFunc(func(*skua.Frame[int, int], int) int {
		f()
		return 0
	}).On(g, 0)
}

// signal is a permit that can also be looked at.
type signal struct {
	*park.Parker
	given atomic.Bool
}

// TestExploreLoopBelow: a loop answers for the private forks of the calls around
// it, which do not look while it runs.
func TestExploreLoopBelow(t *testing.T) {
	budget.Check(t, configured(lean, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var begun atomic.Bool
		p.Guest(func(w *crew.Worker) {
			skua.Join(skua.WorkerOn(w), func(w *skua.Worker) {
				skua.Join(w, func(w *skua.Worker) { loopUntil(w, 1, &begun) }, func(w *skua.Worker) {
					begun.Store(true)
					sc.task(0, nil)(w)
				})
			}, func(*skua.Worker) {}) // public from the start, so that the one above it is not
		})
		return func() error { return sc.check(1) }
	}), budget.Wide)
}

// TestExploreLookBelow: a worker that is asked in a call of one task type answers for the
// private forks of another type that are older, though it looks in that call only.
func TestExploreLookBelow(t *testing.T) {
	budget.Check(t, configured(lean, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var begun atomic.Bool
		inner := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			for !begun.Load() {
				f.Poll()
				park.Yield()
			}
			return n
		})
		p.Guest(func(w *crew.Worker) {
			skua.Join(skua.WorkerOn(w), func(w *skua.Worker) {
				skua.Join(w, func(w *skua.Worker) { inner.On(w, 0) }, func(w *skua.Worker) {
					begun.Store(true)
					sc.task(0, nil)(w)
				})
			}, func(*skua.Worker) {}) // public from the start, so that the one above it is not
		})
		return func() error { return sc.check(1) }
	}), budget.Wide)
}

// TestExploreLoopOuter: a loop in the body of another answers for the chunk of
// the outer one, at the end of its own chunks, and in the middle of one that has no end.
func TestExploreLoopOuter(t *testing.T) {
	for _, grain := range []int{1, aLot} {
		t.Run(fmt.Sprintf("grain=%d", grain), func(t *testing.T) {
			budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
				sc := looped{n: 4}
				var begun atomic.Bool
				l := skua.Loop{To: sc.n, Grain: 1, Body: func(p *skua.Part) {
					for p.Next() {
						sc.index(nil, p.Index())
						switch p.Index() {
						case 0: // of a chunk of two
							loopUntil(p.Worker(), grain, &begun)
						case 1:
							begun.Store(true)
						}
					}
				}}
				l.Run(p)
				return func() error { return sc.check(nil) }
			}), budget.Wide)
		})
	}
}

// aLot is more indices than a scenario comes to.
const aLot = 1 << 20

// loopUntil runs a loop of w's own, which answers thieves and nothing else, until a
// task has begun.
func loopUntil(w *skua.Worker, grain int, begun *atomic.Bool) {
	l := skua.Loop{To: aLot, Grain: grain, Workers: 1, Body: func(p *skua.Part) {
		for p.Next() && !begun.Load() {
			park.Yield()
		}
	}}
	l.Run(w)
}

// TestExploreLoopRoom: a worker that has left a loop with a limit may come back.
func TestExploreLoopRoom(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		sc := looped{n: 4}
		m := newMeeting(3) // of the maker and the two indices that it leaves
		l := skua.Loop{To: sc.n, Grain: 1, Workers: 2, Body: func(p *skua.Part) {
			for p.Next() {
				i := p.Index()
				sc.index(nil, i)
				switch i {
				case 0: // the maker's, with 1
					m.arrive(0)
				case 2, 3: // stolen one at a time
					m.pass()
				}
			}
		}}
		l.Run(p)
		return func() error { return sc.check(nil) }
	}), budget.Wide)
}

// TestExploreLoopAsks: a thief that finds the range of a loop empty more than once, here twice, asks
// for the rest of the chunk there and then, and not only before it falls asleep.
func TestExploreLoopAsks(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
		thief := pool.Sched().Thief()
		begun, asked, answered, taken := park.New(), park.New(), park.New(), park.New()
		sc := looped{n: 8}
		var got [5]bool
		x.Go(func() {
			begun.Park()
			for k := range 4 {
				got[k] = sched.TrySteal(thief)
			}
			asked.Unpark()
			answered.Park()
			got[4] = sched.TrySteal(thief)
			taken.Unpark()
			sched.Quit(thief)
		})
		l := skua.Loop{To: sc.n, Grain: 2, Body: func(p *skua.Part) {
			for p.Next() {
				i := p.Index()
				sc.index(nil, i)
				switch i {
				case 0: // of 0 to 3; the others are stolen two at a time
					begun.Unpark()
					asked.Park()
				case 1:
					answered.Unpark()
					taken.Park()
				}
			}
		}}
		l.Run(pool)
		x.OnEnd(func() error {
			if want := [5]bool{true, true, false, false, true}; got != want {
				return errors.New("the thief that asked did not get the rest of the chunk")
			}
			return errors.Join(sc.check(nil), quiet.Check(pool.Sched()))
		})
	}, budget.Deep)
}

// forkKept forks a task on a frame that was kept after its call, and leaves it behind:
// which no worker can see, and the worker that ends the task that does it takes back.
func forkKept(p skua.Place, task func()) {
	var kept *skua.Frame[bool, struct{}]
	skua.NewFunc(func(f *skua.Frame[bool, struct{}], runs bool) (_ struct{}) {
		kept = f
		if runs {
			task()
		}
		return
	}).On(p, false)
	kept.Fork(true)
}

// TestExploreJoinOrphan: a branch panics above a fork that a thief may have. When the
// caller of Join has control again the other branch has ended, or never begins.
func TestExploreJoinOrphan(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
		startThieves(x, pool, []int{2})
		var over, late atomic.Bool
		see := func(*skua.Worker) {
			if over.Load() {
				late.Store(true)
			}
		}
		pool.Guest(func(w *crew.Worker) {
			at := skua.WorkerOn(w)
			caught(func() { skua.Join(at, func(*skua.Worker) { panic(errTest) }, see) })
			over.Store(true)
			skua.Join(at, func(*skua.Worker) {}, func(*skua.Worker) {})
		})
		x.OnEnd(func() error {
			if late.Load() {
				return errors.New("a branch ran after Join had panicked")
			}
			return quiet.Check(pool.Sched())
		})
	}, budget.Deep)
}

// TestExploreLoopOrphan: a body panics out of the loop between a fork and its join.
// When the loop's caller has control again the fork has ended, or never begins.
func TestExploreLoopOrphan(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
		startThieves(x, pool, []int{2})
		var over, late atomic.Bool
		fn := skua.NewFunc(func(f *skua.Frame[int, struct{}], n int) (_ struct{}) {
			if n > 0 {
				if over.Load() {
					late.Store(true)
				}
				return
			}
			l := skua.Loop{To: 1, Grain: 1, Workers: 1, Body: func(p *skua.Part) {
				for p.Next() {
					f.Fork(1)
					panic(errTest)
				}
			}}
			caught(func() { l.Run(f) })
			over.Store(true)
			return
		})
		fn.On(pool, 0)
		x.OnEnd(func() error {
			if late.Load() {
				return errors.New("a fork of the body ran after the loop had ended")
			}
			return quiet.Check(pool.Sched())
		})
	}, budget.Deep)
}
