package line

import (
	"context"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// Call is what a line knows of a call from outside. A nil Call is one that cannot be cancelled.
type Call struct {
	Context   context.Context // whose end cancels the call, perhaps a moment later
	cancelled atomic.Bool     // set once, and never cleared
	caller    *Caller         // that waits in line for it, or nil; under the line's lock
}

// Cancelled reports whether Cancel was called.
func (c *Call) Cancelled() bool { return c != nil && c.cancelled.Load() }

// Cancel notes that the call is cancelled. Line.Cancel comes after that.
func (c *Call) Cancel() {
	c.cancelled.Store(true) // ORDER: before Line.Cancel takes the lock under which come looks at it
}

// ended is Cancelled for one that has not begun: its context may have ended just now.
func (c *Call) ended() bool { return c != nil && (c.Cancelled() || c.Context.Err() != nil) }

// Awaited is what a caller in line is going to wait for.
type Awaited interface {
	// Expect notes the caller, which is taken off the line when the wait is over. False: it is
	// over.
	Expect(c *Caller) bool
	// Over reports whether the wait is over.
	Over() bool
}

// Caller is a goroutine that stands in the line.
type Caller struct {
	parker *park.Parker
	call   *Call        // whose end ends the wait, or nil
	child  bool         // it waits for a scope's tasks, which Close waits for too
	at     Spot[Caller] // in line
	seat   bool         // it was handed one; read after the permit
	Next   *Caller      // in the list of those that wait for one scope; under its lock
}
