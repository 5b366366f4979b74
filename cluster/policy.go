package cluster

import (
	"fmt"

	"github.com/skua-go/skua/internal/prefetch"
)

// A Policy says how many tasks a node takes ahead of those it runs, and how idle
// nodes get at them. Its zero value is the default: shallow and adaptive prefetch, and
// half of a richer node's tail for an idle one. The experiment "cluster" of
// the laboratory (skua lab run cluster) says when each choice wins.
type Policy struct {
	// Depth is how many un-started tasks a node holds for each slot: Adaptive,
	// NoPrefetch, or a number up to 64.
	Depth int

	// Steal says how much of a richer node's un-started tasks an idle node asks
	// for. A task that is handed over keeps its lease and its attempt.
	Steal Steal

	// GiveBack makes a node that is asked put tasks back on the shared queue
	// instead of handing them over: fewer messages, one more delivery each.
	GiveBack bool

	// Affinity makes the node prefer the tasks of its own host (JobSpec.Host):
	// each host has a deque in the server, and tasks that overflow, or are left by a
	// dead host, are stolen by the other nodes.
	Affinity bool
}

// Depths that are not numbers of tasks. Adaptive follows the measured round trip
// and task time. With NoPrefetch a slot asks for its next task when it is idle.
const (
	Adaptive   = 0
	NoPrefetch = -1
)

// Steal is how much an idle node takes from a richer one.
type Steal int

// The amounts: half of the un-started tasks, one of them, or nothing.
const (
	StealHalf Steal = iota
	StealOne
	StealNone
)

// check says what is wrong with p.
func (p Policy) check() error {
	switch {
	case p.Depth < NoPrefetch || p.Depth > prefetch.Most:
		return fmt.Errorf("cluster: Policy.Depth is %d: want 1 to %d, Adaptive or NoPrefetch", p.Depth, prefetch.Most)
	case p.Steal < StealHalf || p.Steal > StealNone:
		return fmt.Errorf("cluster: Policy.Steal is %d: want StealHalf, StealOne or StealNone", int(p.Steal))
	case p.GiveBack && p.Steal == StealNone:
		return fmt.Errorf("cluster: Policy.GiveBack with StealNone: nobody would ask")
	}
	return nil
}
