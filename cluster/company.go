package cluster

import (
	"context"
	"sync"
)

// A company is the tasks that run in a node. A task with a death on its record may be one that kills
// its process, and then it would take those with it that run beside: it runs alone. It waits until the
// others have ended, and meanwhile none begins; so a handler must not wait for another task of its own
// node. Node.mu guards all.
type company struct {
	n      *Node
	inside int       // tasks that run
	alone  *held     // that runs alone, or waits to
	change sync.Cond // of Node.mu
}

// enter waits until the task of x may run, alone or not. It reports false if the task's context ended
// first, or the node is about to leave.
func (c *company) enter(x *execution, alone bool) bool {
	c.n.mu.Lock()
	defer c.n.mu.Unlock()
	defer context.AfterFunc(x.ctx, func() {
		c.n.mu.Lock()
		defer c.n.mu.Unlock()
		c.change.Broadcast()
	})()
	h := x.held
	for may := false; !may; {
		if x.ctx.Err() != nil || alone && c.n.leaving {
			c.end(h)
			return false
		}
		if alone && c.alone == nil {
			c.alone = h
		}
		may = c.alone == nil || c.alone == h && c.inside == 0
		h.waits = alone && !may
		if !may {
			c.change.Wait()
		}
	}
	h.inside = true
	c.inside++
	return true
}

// leave ends what enter began, if it did. n.mu is held.
func (c *company) leave(h *held) {
	if h.inside {
		h.inside = false
		c.inside--
	}
	c.end(h)
}

// end lets others in.
func (c *company) end(h *held) {
	h.waits = false
	if c.alone == h {
		c.alone = nil
	}
	c.change.Broadcast()
}
