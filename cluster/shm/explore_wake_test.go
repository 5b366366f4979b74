//go:build explore

package shm

import (
	"errors"
	"fmt"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// works is a worker that sleeps when there is nothing to do, for ever: no wake-up comes
// late by a timeout. If life is given the kernel tells it of that death.
func (q *member) works(life *explore.Life) {
	look := func() bool { return q.anything() || q.dead(q.k, q.me) }
	q.w.x.Daemon(func() {
		for {
			for q.turn() {
			}
			q.wantWork(true)
			q.doze(look, 0)
			q.wantWork(false)
		}
	})
	if life != nil {
		q.w.x.Daemon(func() {
			life.Await()
			q.k.wakeStore0(q.asleep(q.me))
		})
	}
	q.w.x.Quiescent(func() error { return nil })
}

// TestExploreWake kills a process that posts tasks to a worker that sleeps. The worker sleeps at
// the end, and nothing may be left then.
func TestExploreWake(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 2, 2)
		s, a := w.join(0, 1), w.join(1, 0)
		x.Go(func() {})
		w.kills(func() { a.offer(0); a.offer(1) })
		s.works(w.lives[1])
		x.OnEnd(w.judge)
	}, crashPlan)
}

// TestExploreWakeStopped stops the process that posts: the tasks of another must not wait for it.
func TestExploreWakeStopped(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 3, 2)
		s, a, b := w.join(0, 2), w.join(1, 0), w.join(2, 1)
		x.Go(func() {})
		x.GoStopped(func() { a.offer(0) })
		x.Go(func() { b.offer(0) })
		s.works(nil)
		x.OnStopped(func() error {
			if i := b.me * w.m.slots; word(w.m.word(i).Load()).state() != done {
				return fmt.Errorf("task %d is posted, and the worker sleeps", i)
			}
			return nil
		})
		x.OnEnd(w.judge)
	}, crashPlan)
}

// waits is a submitter that sleeps until its one task is done. It hears of no death.
func (q *member) waits() (over *bool) {
	ready := func() bool { return word(q.word(q.me*q.slots).Load()).state() == done }
	over = new(bool)
	q.w.x.Daemon(func() {
		for !ready() {
			q.doze(ready, 0)
		}
		*over = true
	})
	return over
}

// TestExploreWakeHome kills the process that runs a task of a submitter that sleeps. A survivor,
// which hears of the death, does what is left.
func TestExploreWakeHome(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 3, 2)
		s, a, b := w.join(0, 2), w.join(2, 0), w.join(1, 1)
		a.offer(0)
		x.Go(func() {})
		w.kills(func() { b.turn() })
		over := a.waits()
		s.works(w.lives[1])
		x.OnEnd(func() error {
			if !*over {
				return errors.New("the submitter sleeps")
			}
			return w.judge()
		})
	}, crashPlan)
}

// TestExploreWakeHomeStopped has two processes recover one that died between a record and
// the wake, and stops one of them: the submitter must not sleep on until it goes on.
func TestExploreWakeHomeStopped(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		w := newWorld(x, 4, 1)
		s, a, b, r := w.join(0, 2), w.join(2, 0), w.join(1, 1), w.join(3, 3)
		a.offer(0)
		h, _ := b.steal()
		t, _ := b.claim(h)
		b.putInline(0, outcomeOK, make([]byte, 16))
		x.Go(func() {
			b.word(0).CompareAndSwap(uint64(t.w), uint64(t.w.doneIn(b.me, 0)))
			w.gone(b)
			s.recoverAll()
		})
		x.GoStopped(func() { r.recoverAll() })
		over := a.waits()
		x.Quiescent(func() error { return nil })
		awake := func() error {
			if !*over {
				return errors.New("the task is done, and its submitter sleeps")
			}
			return nil
		}
		x.OnStopped(awake)
		x.OnEnd(awake)
	}, crashPlan)
}
