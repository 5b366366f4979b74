package cluster

import (
	"context"
	"time"
)

// hold adds a task that was delivered or handed over to what the node holds, and
// returns it; nil if its lease or its job has ended, or the node wants no more.
// n.mu is held.
func (n *Node) hold(l *lease) *held {
	switch {
	case !time.Now().Before(l.deadline):
		n.count.Fenced++ // the delivery took long, or this process was stopped
		return nil
	case n.over(l.envelope):
		n.terminate(l)
		return nil
	case n.leaving || n.resting:
		n.giveBack(l, 0)
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
func (n *Node) next() (*held, context.Context) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for !n.leaving {
		h := n.waiting.pop()
		if h == nil {
			n.theft.hungry()
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
		var ctx context.Context
		ctx, h.cancel = context.WithCancelCause(n.work)
		h.phase, h.since = isRunning, now
		n.running++
		return h, ctx
	}
	return nil, nil
}

// rested ends the time that a task takes of a slot.
func (n *Node) rested(h *held) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.running--
	h.phase, h.since = isEnding, time.Now()
	n.changed()
	n.pull()
}

// forget takes a task out of the set: from now on the node does not extend it. It
// reports whether the node may still act on the lease.
func (n *Node) forget(h *held) (mine bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.drop(h)
}

func (n *Node) drop(h *held) (mine bool) {
	delete(n.held, h)
	if h.cancel != nil {
		h.cancel(nil)
	}
	return !h.fenced && time.Now().Before(h.deadline)
}

// back gives a task back to the queue of the cluster for a delay. Past the
// deadline it does nothing: another node has the task, or will.
func (n *Node) back(h *held, delay time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.drop(h) {
		n.giveBack(h.lease, delay)
	}
}

// done takes a task out of the queue of the cluster, whose outcome is stored. It
// may be late: the node that has the task now finds the outcome.
func (n *Node) done(h *held) {
	n.forget(h)
	_ = n.b.release(h.lease) // lost: delivered again, and its outcome is found
	n.swept(h.envelope)
}

// changed says that Info is not what it was. n.mu is held.
func (n *Node) changed() {
	rich, busy := n.waiting.len() > 0, n.running > 0
	if rich != n.theft.toldRich || busy != n.theft.toldBusy || n.state != n.theft.toldState {
		poke(n.news)
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
