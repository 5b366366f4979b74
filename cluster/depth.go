package cluster

import "time"

// An average of durations follows its last eight or so.
type average time.Duration

func (a *average) add(d time.Duration) {
	if *a == 0 {
		*a = average(max(d, 1))
		return
	}
	*a += (average(d) - *a) / 8
}

// typical returns the time that tasks typically take, given what it was before, 0 at first, and
// what one more took. It steps by an eighth, whatever the distance, and so tends to the median.
// NOT: the mean. One long task would shrink the store while the short ones after it still need it:
// simulated, with Pareto times and a round trip of 20 ms, the mean loses 18 % to the ideal time,
// this 10 % (docs/experiments/cluster.md).
func typical(before, took time.Duration) time.Duration {
	switch {
	case before <= 0:
		return took
	case took > before:
		return before + max(before/8, 1)
	case took < before:
		return before - max(before/8, 1)
	}
	return before
}

// depth is how many un-started tasks a slot should have in store: what it can run in two
// round trips, and one. Two, because a node has one request under way: a task that is missed
// when it has just left waits for its answer and for the next one's. Before the first
// task has ended its time is not known; then one is safe: a deep store of
// long tasks is what the other nodes would have to steal back.
func (p Policy) depth(trip, task time.Duration) int {
	switch {
	case p.Depth == NoPrefetch:
		return 0
	case p.Depth > 0:
		return p.Depth
	case task <= 0:
		return 1
	}
	ahead := (2*trip + task - 1) / task // rounded up
	return int(min(max(ahead+1, 1), maxDepth))
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
	slots := n.config.Slots
	store := slots * n.config.Policy.depth(time.Duration(n.trip), n.task)
	return max(0, store+slots-n.running-waiting)
}
