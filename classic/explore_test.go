//go:build explore

package classic

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// pooled is a scenario: a new pool, what play does with it, and its end.
func pooled(c Config, play func(x *explore.X, p *Pool) func() error) func(*explore.X) {
	return func(x *explore.X) {
		p, err := New(c)
		if err != nil {
			panic(err)
		}
		check := play(x, p)
		p.Close()
		x.OnEnd(func() error {
			if word := p.sleep.word.Load(); asleep(word) != 0 || searching(word) != 0 || len(p.sleep.list) != 0 {
				return fmt.Errorf("after Close %d workers are asleep, %d search", asleep(word), searching(word))
			}
			for _, w := range p.workers {
				if x, _ := w.deque.Pop(); x != nil || !w.inbox.Empty() {
					return fmt.Errorf("worker %d has a task left", w.id)
				}
			}
			return check()
		})
	}
}

// small are the sizes of scenarios: deques with room for two.
func small(workers int, d Deque) Config { return Config{Workers: workers, Deque: d, Capacity: 2} }

func want(what string, n *atomic.Int32, times int32) func() error {
	return func() error {
		if got := n.Load(); got != times {
			return fmt.Errorf("%s %d times, want %d", what, got, times)
		}
		return nil
	}
}

// TestExploreClassicWake: a task comes from outside while the workers fall asleep.
func TestExploreClassicWake(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		for _, alone := range []bool{false, true} {
			t.Run(fmt.Sprintf("workers=%d/alone=%v", workers, alone), func(t *testing.T) {
				c := small(workers, ChaseLev)
				c.Alone = alone
				budget.Check(t, pooled(c, func(x *explore.X, p *Pool) func() error {
					var ran atomic.Int32
					p.Run(func(*Worker) { ran.Add(1) })
					p.Run(func(*Worker) { ran.Add(1) })
					return want("a task ran", &ran, 2)
				}), budget.Wide)
			})
		}
	}
}

// TestExploreClassicOther: a task waits for one that it has spawned, without helping, so another
// worker must come for it.
func TestExploreClassicOther(t *testing.T) {
	for d := range Locked + 1 {
		t.Run("deque="+d.String(), func(t *testing.T) {
			budget.Check(t, pooled(small(2, d), func(x *explore.X, p *Pool) func() error {
				var ran atomic.Int32
				p.Run(func(w *Worker) {
					w.Spawn(func(*Worker) { ran.Add(1) })
					for ran.Load() == 0 {
						w.answer()
						park.Yield()
					}
				})
				return want("the task ran", &ran, 1)
			}), budget.Wide)
		})
	}
}

// TestExploreClassicLast: owner and thief meet at one fork. It is called once, and its result comes back.
func TestExploreClassicLast(t *testing.T) {
	for d := range Locked + 1 {
		t.Run("deque="+d.String(), func(t *testing.T) {
			budget.Check(t, pooled(small(2, d), func(x *explore.X, p *Pool) func() error {
				var ran, sum atomic.Int32
				p.Run(func(w *Worker) {
					f := Fork(w, func(_ *Worker, k int32) int32 { ran.Add(1); return 2 * k }, 21)
					sum.Store(f.Join(w))
				})
				return func() error {
					if err := want("the fork was called", &ran, 1)(); err != nil {
						return err
					}
					return want("the sum is", &sum, 42)()
				}
			}), budget.Wide)
		})
	}
}

// TestExploreClassicBatch: Batch returns when all tasks have ended, those too that tasks have spawned.
func TestExploreClassicBatch(t *testing.T) {
	for _, c := range []Config{small(2, ChaseLev), small(2, ABP), {Workers: 2, Deque: StealHalf, Capacity: 4, Amount: Half},
		{Workers: 2, Deque: BWoS}, {Workers: 2, Alone: true}, {Workers: 2, Balance: Balance{Factor: 2}}} {
		t.Run(fmt.Sprintf("deque=%v/amount=%v/alone=%v/balance=%v", c.Deque, c.Amount, c.Alone, c.Balance.Factor), func(t *testing.T) {
			budget.Check(t, pooled(c, func(x *explore.X, p *Pool) func() error {
				var ran, seen atomic.Int32
				leaf := func(*Worker) { ran.Add(1) }
				p.Batch([]func(*Worker){func(w *Worker) { w.Spawn(leaf); ran.Add(1) }, leaf}, []func(*Worker){leaf})
				seen.Store(ran.Load())
				return want("when Batch returned, tasks had run", &seen, 4)
			}), budget.Wide)
		})
	}
}

// TestExploreClassicSearch: an owner pushes four tasks and takes two, and two others search until each has
// one: none of them may fall asleep for good.
func TestExploreClassicSearch(t *testing.T) {
	for _, c := range []Config{{}, {Deque: ABP}, {Amount: Half}, {Deque: StealHalf, Amount: Half}, {Deque: Locked, Amount: Half}} {
		t.Run(fmt.Sprintf("deque=%v/amount=%v", c.Deque, c.Amount), func(t *testing.T) {
			c.Workers, c.Capacity = 3, 4
			budget.Check(t, func(x *explore.X) {
				p := resting(c)
				owner, never := p.workers[0], new(latch)
				for _, w := range p.workers[1:] {
					x.Go(func() { w.search(never) })
				}
				for range 4 {
					owner.push(new(task))
				}
				for range 2 {
					if t := owner.own(); t == nil {
						owner.search(never)
					}
				}
			}, budget.Many)
		})
	}
}

// TestExploreClassicLoot: while a thief has two of four tasks in no deque, the owner pops the others, and
// another thief finds nothing anywhere. It may not fall asleep for good.
func TestExploreClassicLoot(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		p := resting(Config{Workers: 3, Deque: StealHalf, Capacity: 4, Amount: Half})
		owner, never := p.workers[0], new(latch)
		for range 4 {
			owner.deque.Push(new(task))
		}
		for _, w := range p.workers[1:] {
			x.Go(func() { w.search(never) })
		}
		for range 2 {
			if t := owner.own(); t == nil {
				owner.search(never)
			}
		}
	}, budget.Plan{{Bound: 3}, {Mode: explore.PCT, Depth: 6}})
}

// resting returns a pool whose workers do not run.
func resting(c Config) *Pool {
	p := &Pool{config: c}
	for id := range c.Workers {
		p.workers = append(p.workers, newWorker(p, id))
	}
	return p
}

// TestExploreClassicNested: a task waits for a scope inside of another one, and tasks of both are stolen. No
// count of one scope goes to the other, and none is kept by a worker that sleeps.
func TestExploreClassicNested(t *testing.T) {
	for _, workers := range []int{1, 2} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			budget.Check(t, pooled(small(workers, ChaseLev), func(x *explore.X, p *Pool) func() error {
				var inside, outside, seen atomic.Int32
				p.Run(func(w *Worker) {
					w.Spawn(func(*Worker) { outside.Add(1) })
					w.Run(func(w *Worker) { w.Spawn(func(*Worker) { inside.Add(1) }) })
					seen.Store(inside.Load())
				})
				seen.Add(outside.Load())
				return want("when Run returned, tasks had run", &seen, 2)
			}), budget.Wide)
		})
	}
}

// TestExploreClassicRealTime: two threads spawn into one scope while a third waits for it.
func TestExploreClassicRealTime(t *testing.T) {
	budget.Check(t, pooled(small(2, ChaseLev), func(x *explore.X, p *Pool) func() error {
		var ran, seen atomic.Int32
		s := p.NewScope()
		done := park.New()
		x.Go(func() {
			s.Spawn(func(w *Worker) { w.Spawn(func(*Worker) { ran.Add(1) }) })
			done.Unpark()
		})
		s.SpawnTo(1, func(*Worker) { ran.Add(1) })
		done.Park()
		s.Wait()
		seen.Store(ran.Load())
		return want("when Wait returned, tasks had run", &seen, 2)
	}), budget.Wide)
}

// TestExploreClassicPanic: a task panics beside a fork that it has not joined, and a stolen fork panics. No
// fork runs when Run has returned.
func TestExploreClassicPanic(t *testing.T) {
	budget.Check(t, pooled(small(2, ChaseLev), func(x *explore.X, p *Pool) func() error {
		var seen, inside atomic.Int32
		run := func(f func(w *Worker)) {
			defer func() {
				if e, ok := recover().(*PanicError); ok && e.Value == "bang" && inside.Load() == 0 {
					seen.Add(1)
				}
			}()
			p.Run(f)
		}
		run(func(w *Worker) {
			Fork(w, func(*Worker, int) int { inside.Add(1); return int(inside.Add(-1)) }, 0)
			panic("bang")
		})
		run(func(w *Worker) { Fork(w, func(*Worker, int) int { panic("bang") }, 0).Join(w) })
		return want("a panic came out, and no fork ran on,", &seen, 2)
	}), budget.Wide)
}
