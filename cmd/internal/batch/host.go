package batch

import (
	"context"
	"errors"
)

// A Host runs items: this machine, another one over ssh, or a cluster. Safe for
// concurrent use. All but Run and Close is called often, and while others wait: it must be
// cheap, and not wait for a Run.
type Host interface {
	// Name is the host's in the joblog and in messages; ":" is this machine.
	Name() string

	// Slots is how many items the host runs at a time, and Ahead how many more it
	// holds, so that it need not wait for the next. Both may change at any time, and
	// Slots may be 0 while the host has nothing to run items on.
	Slots() int
	Ahead() int

	// Run executes one item and blocks until that has ended. What the item prints goes
	// to out. When ctx ends the item is killed, and Run returns Interrupted, or Ended
	// with TimedOut if the cause is ErrTimeout. slot is from 0 to Slots()+Ahead()-1, or was when
	// the item was taken: a host that has become smaller may give the item back. No two
	// Runs that overlap have the same slot.
	Run(ctx context.Context, it *Item, slot int, out *Streams) Outcome

	// GiveBack asks for at most n items that have not started: their Runs return
	// GivenBack. It does not block, and returns at once where Ahead is 0.
	GiveBack(n int)

	// Close ends the host. No Run is under way.
	Close() error
}

// A Loser is a Host that can be lost for good, as a machine over ssh. A Host that is not a
// Loser counts as lost when nothing ends on it but by HostLost, many times in a row.
type Loser interface {
	// Lost returns why the host will never run an item again, or nil.
	Lost() error
}

// ErrTimeout is the cause of the end of an item's context when the item has taken too long.
var ErrTimeout = errors.New("timed out")
