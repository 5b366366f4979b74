package cluster

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A withdrawal tells all nodes that the result of a task is not wanted any more.
type withdrawal struct {
	Job string `json:"job"`
	ID  string `json:"id"`
}

// withdraw takes back the task of a Do that does not wait for it, later.
func (c *Calls) withdraw(w *calling) {
	c.mu.Lock()
	w.gone = true
	submitted := c.waiting[w.id] == w
	if submitted {
		delete(c.waiting, w.id)
	}
	c.mu.Unlock()
	if !submitted {
		select {
		case s := <-w.ended:
			c.clear(s)
		default: // it never will be
		}
		return
	}
	c.later(func(ctx context.Context) {
		_ = c.c.b.tasks.Purge(ctx, jetstream.WithPurgeSubject(tasksSubject+"*."+c.record.prefix()+w.id)) // else it runs for nothing
		_ = c.c.b.nc.Publish(withdrawSubject, toJSON(withdrawal{c.ID, w.id}))
	})
}

// withdrawn ends a task whose result is not wanted any more.
func (n *Node) withdrawn(m *nats.Msg) {
	var w withdrawal
	if json.Unmarshal(m.Data, &w) != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gone.tasks.note(w)
	n.cancel(func(h *held) bool { return h.Job == w.Job && h.ID == w.ID })
}
