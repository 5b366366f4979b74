package shm

import (
	"context"
	"time"
)

// How the goroutines of a process sleep. One of those that have nothing to do is the
// sentry: it sleeps on the place's word in the mapping, where other processes wake it. The
// other goroutines wait on channels, for the sentry to tell them. While one waits there is a
// sentry: one that leaves hands its post over first.
//
//	waiter: enlist (under mu), look at its own wish, wait for its channel
//	sentry: word = 1, look at all wishes (under mu), sleep, word = 0, again
//	waker:  make a wish true, then read the word; 1: store 0 and wake, in one system call
//
// The bad interleaving would be a wish made true between a look and the sleep. The word is
// 1 before the look, so the waker that comes after the look sees 1, and the sleep returns
// at once or is ended. A waiter that enlists after the sentry's look looks itself. A waker
// that is killed between its two steps is recovered, and recovery wakes all; one that is
// stopped there delays for idleTime, after which the sentry looks without being asked.

// waiter is a goroutine's wish: to see task slot of our arena done, or queued so that it
// can run it itself; and, if work is set, to see work.
type waiter struct {
	ready chan struct{} // capacity 1
	slot  int           // -1: none
	work  bool
}

func newWaiter(slot int, work bool) *waiter {
	return &waiter{ready: make(chan struct{}, 1), slot: slot, work: work}
}

const (
	// idleTime is how long a member sleeps until it looks for tasks that got lost between
	// steps of a stopped process. Arbitrary, as the next.
	idleTime = 100 * time.Millisecond
	// starvedTime is how often a member without room for results looks for some.
	starvedTime = time.Millisecond
	// spins is how often a goroutine looks round before it sleeps. Arbitrary.
	spins = 100
	// pause is how often it reads a word of its own between two looks, which take the lines
	// of other goroutines away from them. Arbitrary; some 50 ns.
	pause = 64
)

// granted reports whether the wish of w is true. The caller holds mu.
func (m *Member) granted(w *waiter) bool {
	return m.slotReady(w) || w.work && m.workVisible()
}

func (m *Member) slotReady(w *waiter) bool {
	if w.slot < 0 {
		return false
	}
	s := word(m.p.word(w.slot).Load()).state()
	return s == done || s == queued
}

func (m *Member) workVisible() bool {
	return m.starved.Load() == 0 && (len(m.p.over) > 0 || m.p.anything())
}

// wait blocks until the wish of w may be true, ctx is over, the member is closed, or
// there is something that concerns all: a death, an orphan. Callers look again.
func (m *Member) wait(ctx context.Context, w *waiter) {
	m.mu.Lock()
	m.want(w, +1)
	if m.sentry != nil {
		m.waiters = append(m.waiters, w)
		if !m.granted(w) && !m.closed.Load() {
			m.mu.Unlock()
			select {
			case <-w.ready:
			case <-ctx.Done():
			}
			m.mu.Lock()
		}
		m.discharge(w)
	} else {
		m.sentry = w
	}
	sentry := m.sentry == w
	m.mu.Unlock()
	if sentry {
		m.stand(ctx, w)
	}
	m.mu.Lock()
	if m.sentry == w {
		m.relieve()
	}
	m.want(w, -1)
	m.mu.Unlock()
}

// want counts the waiters that want work; other places post to us only while there are some.
func (m *Member) want(w *waiter, by int) {
	if !w.work {
		return
	}
	before := m.wanting
	m.wanting += by
	if before == 0 || m.wanting == 0 {
		m.p.wantWork(m.wanting > 0)
	}
}

// discharge takes w off the list, and empties its channel.
func (m *Member) discharge(w *waiter) {
	for i, x := range m.waiters {
		if x == w {
			last := len(m.waiters) - 1
			m.waiters[i], m.waiters[last] = m.waiters[last], nil
			m.waiters = m.waiters[:last]
			break
		}
	}
	select {
	case <-w.ready:
	default:
	}
}

// relieve makes a waiter the sentry, if there is one. It looks before it sleeps, so
// nothing is missed between the two.
func (m *Member) relieve() {
	m.sentry = nil
	if n := len(m.waiters); n > 0 {
		next := m.waiters[n-1]
		m.waiters[n-1] = nil
		m.waiters = m.waiters[:n-1]
		m.sentry = next
		next.ready <- struct{}{}
	}
}

// tell wakes the waiters whose task is done or may be run, and one that wants work if
// there is some and the sentry does not want it. That one is the next to tell, if there is
// more: it comes back as a waiter, or finds itself the sentry. The caller holds mu.
func (m *Member) tell() {
	kept := m.waiters[:0]
	work := m.wanting > 0 && !m.sentry.work && m.workVisible()
	for _, w := range m.waiters {
		if m.slotReady(w) || work && w.work {
			work = work && !w.work
			w.ready <- struct{}{}
		} else {
			kept = append(kept, w)
		}
	}
	clear(m.waiters[len(kept):])
	m.waiters = kept
}

// wakeWaiters ends all waits: the member is closed.
func (m *Member) wakeWaiters() {
	m.mu.Lock()
	for _, w := range m.waiters {
		w.ready <- struct{}{}
	}
	clear(m.waiters)
	m.waiters = m.waiters[:0]
	m.mu.Unlock()
	m.ring()
}

// stand is the sentry's turn.
func (m *Member) stand(ctx context.Context, w *waiter) {
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, func() {
			if m.enter() == nil { // it may come late, and find the mapping gone
				m.ring()
				m.leave()
			}
		})
		defer stop()
	}
	for {
		leave := false
		timeout := m.p.doze(func() bool {
			m.mu.Lock()
			defer m.mu.Unlock()
			if m.wanting > 0 {
				m.p.wantWork(true) // recovery of our predecessor may have cleared it
			}
			m.tell()
			leave = m.granted(w) || m.deaths.Load() || m.closed.Load() || ctx.Err() != nil || m.strayDone()
			return leave
		}, m.napTime())
		if leave || m.starved.Load() != 0 || timeout && m.afterNap() {
			return
		}
	}
}

func (m *Member) napTime() int64 {
	if m.starved.Load() != 0 {
		return int64(starvedTime)
	}
	return int64(m.nap)
}

// afterNap looks for what no wake-up tells, and reports whether there is something to do.
// If no goroutine here wants work, that is only tasks whose claims have lasted too long.
func (m *Member) afterNap() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.p.adoptLost(m.wanting > 0)
}
