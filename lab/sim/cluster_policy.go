package sim

import "time"

// A Policy says how many tasks a node of a cluster takes ahead of those it runs,
// and how idle nodes get at them. Its functions are pure, so that the simulator and
// a real cluster can be compared decision by decision.
type Policy struct {
	// Depth is how many un-started tasks a node holds for each slot, at most
	// prefetch.Most. 0: none, a slot asks for its next task when it is idle. Adaptive:
	// what internal/prefetch says.
	Depth int

	// Steal says how much of another node's un-started tasks an idle one asks for:
	// "none" (default), "one" or "half".
	Steal string

	// GiveBack makes the victim put the tasks back on the shared queue, which deals
	// them to the nodes that wait there. Otherwise it hands them to the thief.
	GiveBack bool

	// Affinity gives each node a queue of its own in the server. A steal takes what
	// is left in another node's queue, and nothing that its node has fetched.
	Affinity bool
}

// Adaptive is the Policy.Depth that follows the measured round trip and task time.
const Adaptive = -1

// MaxHops is how often a task may be stolen: without a bound the last ones go round
// among the idle nodes.
const MaxHops = 3

// Backoffs of a thief that found nothing: the first, and the longest.
const (
	leastBackoff = 5 * time.Millisecond
	mostBackoff  = 200 * time.Millisecond
)

// Refill returns for how many tasks a node asks: for all that are missing. The node may hold
// limit un-started tasks, holds held of them, and has free idle slots. A node that waits
// for an answer does not ask.
//
// NOT: only when half are missing, which is a request for many tasks instead of one for
// each. A row of long tasks then comes to a few nodes: 64 ahead without stealing took
// 1.65 times the ideal with such a row anywhere in the queue, and this 1.02.
func Refill(limit, held, free int) int { return max(0, limit+free-held) }

// Half returns how many of n un-started tasks a victim gives up whose slots are busy:
// the younger half, rounded down, but a lone one too. The thief can run it at once.
func Half(n int) int {
	if n == 1 {
		return 1
	}
	return n / 2
}

// Richer returns which of two nodes to steal from, given how much they are known to
// have; the first, if that is the same.
func Richer(first, second, firstHas, secondHas int) int {
	if secondHas > firstHas {
		return second
	}
	return first
}

// Backoff returns how long a thief waits that has failed failures times in a row, at least
// once: from 5 ms, doubling up to 200 ms, and of that a random part between half and the
// whole.
func Backoff(failures int, random uint64) time.Duration {
	most := mostBackoff
	if failures < 7 { // 5 ms << 6 is beyond the longest
		most = min(most, leastBackoff<<(failures-1))
	}
	return most/2 + time.Duration(random%uint64(most/2+1))
}
