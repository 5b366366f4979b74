package cluster

import (
	"time"

	"github.com/skua-go/skua/internal/prefetch"
)

// An average of durations follows its last eight or so.
type average time.Duration

func (a *average) add(d time.Duration) {
	if *a == 0 {
		*a = average(max(d, 1))
		return
	}
	*a += (average(d) - *a) / 8
}

// depth is how many un-started tasks a slot should have in store.
func (p Policy) depth(trip, task time.Duration) int {
	switch {
	case p.Depth == NoPrefetch:
		return 0
	case p.Depth > 0:
		return p.Depth
	}
	return prefetch.Depth(trip, task)
}

// room is how many more tasks of a priority the node would hold: in store for all
// slots, and one for each slot that is idle. Urgent tasks have a store of their
// own; other tasks get what is free. n.mu is held.
func (n *Node) room(p Priority) int {
	if n.leaving || n.resting {
		return 0
	}
	waiting := n.waiting.len()
	if p == Interactive {
		waiting = len(n.waiting.of[Interactive])
	}
	slots := n.able()
	store := slots * n.config.Policy.depth(time.Duration(n.trip), n.task)
	return max(0, store+slots-n.running-waiting)
}
