//go:build explore

package shm

import (
	"errors"
	"fmt"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// crashPlan is every trace if there is time, or else few preemptions, and random ones.
var crashPlan = budget.Plan{{Mode: explore.DPOR}, {Bound: 2}, {Mode: explore.PCT, Depth: 4}}

// turns makes that many turns, in which tasks of other processes may come by.
func (q *member) turns(n int) {
	for range n {
		q.turn()
	}
}

// ends lets the survivor finish alone, and judges.
func (w *world) ends(q *member) {
	w.x.OnEnd(func() error { return errors.Join(q.finish(), w.judge()) })
}

// kills starts process 1, which is killed, and process 2, if there is one, which is too.
// Process 0 has begun before.
func (w *world) kills(fs ...func()) {
	for i, f := range fs {
		w.lives[i+1] = w.x.GoKilled(f)
	}
}

// TestExploreSubmitter kills a process that submits and works; a survivor steals and recovers.
func TestExploreSubmitter(t *testing.T) {
	for _, tasks := range []int{1, 2} {
		for _, turns := range []int{1, 2} {
			t.Run(fmt.Sprintf("tasks=%d/turns=%d", tasks, turns), func(t *testing.T) {
				budget.Check(t, func(x *explore.X) {
					w := newWorld(x, 2, 2)
					s, a := w.join(0, 1), w.join(1, 0)
					x.Go(func() { s.turns(turns) })
					w.kills(func() {
						for j := range tasks {
							a.offer(j)
						}
						a.turn()
					})
					w.ends(s)
				}, crashPlan)
			})
		}
	}
}

// TestExploreThief kills a thief. The victim is the survivor itself, or lives and does
// nothing.
func TestExploreThief(t *testing.T) {
	for _, c := range []struct {
		name    string
		places  int
		survive int // the survivor's place; the victim's is 0
		tasks   int
		turns   int // of the thief; 0: two goroutines of it, at once
	}{
		{"from the survivor", 2, 0, 2, 1},
		{"twice from the survivor", 2, 0, 4, 2},
		{"from the idle", 3, 2, 2, 1},
		{"at once from the idle", 3, 2, 2, 0},
		{"at once from many of the idle", 3, 2, 4, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				w := newWorld(x, c.places, 4)
				a, b := w.join(0, 0), w.join(1, 1)
				s := a
				if c.survive != 0 {
					s = w.join(0, c.survive)
				}
				for j := range c.tasks {
					a.offer(j)
				}
				x.Go(func() { s.turns(2) })
				w.kills(func() {
					if b.turns(c.turns); c.turns == 0 {
						b.together()
					}
				})
				w.ends(s)
			}, crashPlan)
		})
	}
}

// TestExploreRecoverer kills a process that recovers a dead one; the survivor recovers
// it, too. The dead one had submitted tasks and claimed one of them, or was about to relabel
// what it had cut out of the survivor's deque.
func TestExploreRecoverer(t *testing.T) {
	for _, c := range []struct {
		thief, slow bool
		turns       int
	}{
		{false, false, 1}, {false, false, 3}, {false, true, 2}, {true, false, 2}, {true, true, 2},
	} {
		t.Run(fmt.Sprintf("thief=%v/slow=%v/turns=%d", c.thief, c.slow, c.turns), func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				w := newWorld(x, 3, 2)
				a, b, s := w.join(3, 0), w.join(1, 1), w.join(0, 2)
				if c.thief {
					s.offer(0)
					a.cut(s)
				} else {
					a.offer(0)
					a.offer(1)
					w.do(1)
					h, _ := a.pop()
					a.claim(h)
					w.tasks[1].runner = 0
				}
				w.gone(a)
				x.Go(func() { s.turns(2) })
				w.kills(func() {
					b.slow = c.slow
					b.turns(c.turns)
				})
				w.ends(s)
			}, crashPlan)
		})
	}
}

// TestExploreFull has the survivor recover more than its deque has room for, while a thief
// steals, and dies.
func TestExploreFull(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 4, 2)
		a, b, s, r := w.join(3, 0), w.join(4, 1), w.join(0, 2), w.join(1, 3)
		for _, q := range []*member{a, b, s} {
			q.offer(0)
			q.offer(1)
		}
		w.gone(a)
		w.gone(b)
		x.Go(func() { s.recoverAll() })
		w.kills(func() {
			r.slow = true
			r.turn()
		})
		w.ends(s)
	}, crashPlan)
}

// TestExploreBoth kills a submitter and a thief of its tasks that recovers it.
func TestExploreBoth(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 3, 2)
		a, b, s := w.join(1, 0), w.join(2, 1), w.join(0, 2)
		x.Go(func() { s.turn() })
		w.kills(func() { a.offer(0); a.turn() }, func() { b.turns(2) })
		w.ends(s)
	}, crashPlan)
}

// TestExploreRejoin has a process come to a place whose last one has died, and die there.
// The last one had cut a task out of the survivor's deque.
func TestExploreRejoin(t *testing.T) {
	for _, slow := range []bool{false, true} {
		t.Run(fmt.Sprintf("slow=%v", slow), func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				w := newWorld(x, 2, 2)
				s, a := w.join(0, 1), w.join(3, 0)
				s.offer(0)
				s.offer(1)
				a.cut(s)
				w.gone(a)
				x.Go(func() { s.turns(2) })
				w.kills(func() {
					b := w.join(1, 0)
					b.slow = slow
					b.together()
					b.turn()
				})
				w.ends(s)
			}, crashPlan)
		})
	}
}

// TestExploreScanOvertaken has the survivor scan for a dead process while the next one at
// its place claims what it left.
func TestExploreScanOvertaken(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 2, 1)
		s, a := w.join(0, 1), w.join(3, 0)
		a.offer(0)
		w.gone(a)
		x.Go(func() { s.turns(2) })
		x.Go(func() { w.join(1, 0).turn() })
		w.ends(s)
	}, crashPlan)
}

// TestExploreLootOverwritten has the survivor read the loot list of a dead process, while
// the next one at its place writes a list of its own, and dies.
func TestExploreLootOverwritten(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 2, 2)
		s, a := w.join(0, 1), w.join(3, 0)
		s.offer(0)
		s.offer(1)
		a.cut(s)
		w.gone(a)
		x.Go(func() { s.recoverAll() })
		w.kills(func() { w.join(1, 0).together() })
		w.ends(s)
	}, crashPlan)
}

// TestExploreJoiners has two processes come to a place whose last one has died. One is
// killed somewhere; the other is stopped somewhere, and must not be taken for the first.
func TestExploreJoiners(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 2, 1)
		s, a := w.join(0, 1), w.join(3, 0)
		a.offer(0)
		w.gone(a)
		x.Go(func() {})
		w.kills(func() {
			if p, err := takePlace(w.m, w.kernel(1), 0, 0); err == nil {
				(&member{w: w, place: p}).turn()
			}
		})
		x.GoStopped(func() { takePlace(w.m, w.kernel(2), 0, 0) })
		x.OnStopped(func() error {
			for range w.m.tasks() {
				s.adoptLost(true)
				if err := s.finish(); err != nil {
					return err
				}
			}
			if v := word(w.m.word(0).Load()); v.state() != done && w.dead(1) {
				return fmt.Errorf("task 0 waits for a dead process: state %d of place %d, incarnation %d", v.state(), v.label().place(), v.label().incarnation())
			}
			return nil
		})
		w.ends(s)
	}, crashPlan)
}

// TestExploreLease stops a process that has begun a task for longer than the lease. Another runs
// it, and what the first one has to say afterwards is not heard.
func TestExploreLease(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 3, 2)
		w.m.lease = 10
		a, b, s := w.join(3, 0), w.join(1, 1), w.join(0, 2)
		a.offer(0)
		x.Go(func() {
			s.adoptLost(false)
			w.clock = 11
			s.adoptLost(false)
			s.turn()
		})
		x.GoStopped(func() { b.turn() })
		x.OnStopped(func() error {
			s.adoptLost(true)
			w.clock += 11
			s.adoptLost(true)
			if err := s.finish(); err != nil {
				return err
			}
			if v := word(w.m.word(0).Load()); v.state() != done {
				return fmt.Errorf("task 0 waits for a stopped process: state %d of place %d", v.state(), v.label().place())
			}
			return nil
		})
		w.ends(s)
	}, crashPlan)
}

// TestExploreStopped stops a process that recovers or steals until all others are through:
// but for what it has claimed they have done everything by then. It goes on afterwards.
func TestExploreStopped(t *testing.T) {
	for _, dead := range []bool{false, true} {
		t.Run(fmt.Sprintf("dead=%v", dead), func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				w := newWorld(x, 3, 2)
				a, b, s := w.join(3, 0), w.join(1, 1), w.join(0, 2)
				a.offer(0)
				a.offer(1)
				if dead {
					w.gone(a)
				}
				x.Go(func() { s.turn() })
				x.GoStopped(func() { b.turns(2) })
				x.OnStopped(func() error {
					for range w.m.tasks() {
						s.adoptLost(true)
						if err := s.finish(); err != nil {
							return err
						}
					}
					for i := range w.m.tasks() {
						if v := word(w.m.word(i).Load()); v.state() != free && v.state() != done && v.label() != b.lab {
							return fmt.Errorf("task %d waits for a stopped process: state %d of place %d", i, v.state(), v.label().place())
						}
					}
					return nil
				})
				w.ends(s)
			}, crashPlan)
		})
	}
}
