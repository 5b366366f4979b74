package cluster

import (
	"context"
	"time"
)

// # The life of a lease in a node
//
//	receive     take         handedOver (handover.go),
//	(pull.go)   (steal.go)   if no node listens for the thief
//	    |           |           |
//	    +-----------+-----------+
//	                | hold        past its deadline ------> lapsed
//	                |             its job is over --------> cancelled
//	                |             the node rests, leaves -> given back
//	                v
//	             queued           robbed (handover.go) ---> handed over; or given back, Policy.GiveBack
//	                |             returnTail (drain.go) --> given back
//	                |             cancel -----------------> cancelled
//	                |             fence ------------------> lapsed
//	           next |
//	                v
//	             running          cancel and fence end the handler's context, and no more
//	                |
//	      leaveSlot |
//	                v
//	             ending           done: an outcome is stored, by this node or another --> done
//	                              fail, unknown; finish, of a node that closes;
//	                              begin, if the server does not answer -----------------> given back
//	                              finish, of a job that is over ------------------------> cancelled
//	                              finish, if fenced; insist, if the node closes
//	                              or the job is over -----------------------------------> lapsed
//
// The column has the phases of a lease that the node holds, and the right side its five ends. But for
// hold, which takes nothing in then, each end goes through Node.end. A lease whose deadline has passed is
// fenced: it lapses, whatever happens to it, unless its outcome is stored.

// held is a task that the node holds.
type held struct {
	*lease
	phase   phase
	since   time.Time // when the phase began
	attempt int
	fenced  bool // the deadline passed: the node must not extend it or give it back
	inside  bool // it runs: see company
	waits   bool // until it can run alone
	failed  int  // attempts before this one that failed
	cancel  context.CancelCauseFunc
}

// phase is what a node does with a task that it holds.
type phase string

const (
	isQueued  phase = "queued"  // in the queue
	isRunning phase = "running" // its handler runs, or is about to
	isEnding  phase = "ending"  // its outcome is being stored
)

// An end is how a lease leaves the node that holds it, and what the server hears of that.
type end int

const (
	isDone       end = iota // its outcome is stored: remove the task
	isGivenBack             // deliver the task again, after a delay if one is given
	isHandedOver            // nothing: a thief has the lease
	isCancelled             // its job is over: remove the task
	isLapsed                // nothing: it delivers the task again, or has done so
)

// hold adds a task that was delivered or handed over to what the node holds, and
// returns it; nil if its lease or its job has ended, if it was withdrawn, or the node
// wants no more. n.mu is held.
func (n *Node) hold(l *lease) *held {
	switch {
	case l.void(n.b), !time.Now().Before(l.deadline):
		n.count.Fenced++ // its stream was replaced, the delivery took long, or this process was stopped
		return nil
	case n.gone.over(l):
		n.answer(l, isCancelled, 0)
		return nil
	case n.leaving || n.resting:
		n.answer(l, isGivenBack, 0)
		return nil
	}
	h := &held{lease: l, phase: isQueued, since: time.Now()}
	n.held[h] = struct{}{}
	n.waiting.push(h)
	n.idle.Signal()
	n.changed()
	return h
}

// next takes a task to run, and waits until there is one. It returns nil when slots must
// end.
func (n *Node) next() *execution {
	n.mu.Lock()
	defer n.mu.Unlock()
	for !n.leaving {
		h := n.waiting.pop(n.due())
		if h == nil {
			n.thief.hungry()
			n.idle.Wait()
			continue
		}
		n.pull()
		n.changed()
		now := time.Now()
		if !now.Before(h.deadline) {
			n.fence(h)
			continue
		}
		x := &execution{n: n, held: h}
		x.ctx, h.cancel = context.WithCancelCause(n.work)
		h.phase, h.since = isRunning, now
		n.running++
		return x
	}
	return nil
}

// leaveSlot ends the time that a task takes of a slot.
func (n *Node) leaveSlot(h *held) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.company.leave(h)
	n.running--
	h.phase, h.since = isEnding, time.Now()
	n.changed()
	n.pull()
}

// end takes a task out of the set: from now on the node does not extend its lease. A lease that is
// fenced is another node's, or will be, but an outcome is stored whoever has it: the node that has the
// task now finds it. n.mu is held.
func (n *Node) end(h *held, how end, delay time.Duration) {
	delete(n.held, h)
	if h.cancel != nil {
		h.cancel(nil)
	}
	if h.fenced && how != isDone {
		how = isLapsed
	}
	n.answer(h.lease, how, delay)
}

// answer tells the server how a lease has ended. n.mu is held.
func (n *Node) answer(l *lease, how end, delay time.Duration) {
	if how != isHandedOver && how != isLapsed {
		n.out.say(func() { _ = n.b.answer(l, how, delay) }) // lost: delivered again when the lease ends
	}
}

// fence ends the node's right to a task. One that has not started is dropped; the
// handler of one that runs is told. n.mu is held.
func (n *Node) fence(h *held) {
	h.fenced = true
	n.count.Fenced++
	if h.phase == isQueued {
		n.waiting.remove(h)
		n.end(h, isLapsed, 0)
		n.pull()
	} else if h.cancel != nil {
		h.cancel(ErrFenced)
	}
}

// cancel drops the tasks that have not started of those that are not wanted any more, and tells the
// handlers of the others. n.mu is held.
func (n *Node) cancel(unwanted func(*held) bool) {
	for h := range n.held {
		switch {
		case !unwanted(h):
		case h.phase == isQueued:
			n.waiting.remove(h)
			n.end(h, isCancelled, 0)
		case h.cancel != nil:
			h.cancel(ErrCancelled)
		}
	}
	n.changed()
	n.pull()
}

// changed says that Info is not what it was. n.mu is held.
func (n *Node) changed() {
	if (outline{n.waiting.len() > 0, n.running > 0, n.state}) != n.announcer.told {
		poke(n.announcer.news)
	}
}

// pull wakes the pullers: there may be room. n.mu is held.
func (n *Node) pull() {
	for _, p := range n.pullers {
		poke(p.wake)
	}
}

// poke wakes the goroutine that waits on c, or the next one that does.
func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
