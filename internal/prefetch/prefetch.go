package prefetch

import "time"

// Most is the most un-started tasks that a node holds for each slot.
const Most = 64

// Typical returns the time that tasks typically take, given what it was before, 0 at first, and
// what one more task took. It steps by an eighth, whatever the distance, and so tends to the median.
//
// NOT: the mean. One long task would shrink the store while the short ones after it still need it:
// simulated, with Pareto times and a round trip of 20 ms, the mean loses 18 % to the ideal time,
// this 10 % (lab/docs/cluster.md).
func Typical(before, took time.Duration) time.Duration {
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

// Depth returns how many un-started tasks for each slot hide a round trip to the server from a slot
// whose tasks typically take the time task: those of two round trips, and one more. Two, because a
// node has one request under way at a time: a task that is missed when it has just left waits for
// its answer and for the next one's. Without a time, with task 0, the depth is 1: the tasks may be
// long, and the other nodes can get what this one holds only by stealing.
//
// NOT: one and a half round trips. With a round trip of four even tasks that lost 13 % to the ideal
// time, this 6 %.
func Depth(roundTrip, task time.Duration) int {
	if task <= 0 {
		return 1
	}
	ahead := (2*roundTrip + task - 1) / task // rounded up
	return int(min(max(ahead+1, 1), Most))
}
