package cluster

import (
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"
)

// A question asks all nodes for a task; the node that holds it answers with a
// holding, the others are silent.
type question struct {
	Job string `json:"job"`
	ID  string `json:"id"`
}

// A holding says what a node does with a task.
type holding struct {
	Node     string        `json:"node"`
	State    string        `json:"state"`    // "queued", "running" or "ending"
	Since    time.Duration `json:"since"`    // ago
	Position int           `json:"position"` // tasks that the node starts before it
	Of       int           `json:"of"`       // tasks that wait in the node
	Slots    int           `json:"slots"`
	Attempt  int           `json:"attempt"` // 0 if it has not begun
}

// asked answers a question.
func (n *Node) asked(m *nats.Msg) {
	var q question
	if json.Unmarshal(m.Data, &q) != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for h := range n.held {
		if h.Job == q.Job && h.ID == q.ID && !h.fenced {
			a := holding{Node: n.config.Name, State: string(h.phase), Since: time.Since(h.since), Of: n.waiting.len(), Slots: n.config.Slots, Attempt: h.attempt}
			if h.phase == isQueued {
				a.Position = n.waiting.position(h)
			}
			n.say(func() { _ = m.Respond(toJSON(a)) })
			return
		}
	}
}
