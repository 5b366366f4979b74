package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
)

// A question asks all nodes for a task; the node that holds it answers with a
// holding, the other nodes are silent.
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
	Allowed  int           `json:"allowed"` // attempts, deaths included
	Waits    bool          `json:"waits"`   // until it can run alone
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
			a := holding{Node: n.config.Name, State: string(h.phase), Since: time.Since(h.since), Of: n.waiting.len(), Slots: n.config.Slots, Attempt: h.attempt,
				Allowed: h.Attempts + max(h.attempt-1-h.failed, 0), Waits: h.waits}
			if h.phase == isQueued {
				a.Position = n.waiting.position(h)
			}
			n.out.say(func() { _ = m.Respond(toJSON(a)) })
			return
		}
	}
}

// askPatience is how long ask waits for answers: nodes on a busy machine need some
// time; arbitrary.
const askPatience = 500 * time.Millisecond

// ask returns what the node that has a task does with it. While a task is handed
// over or repeated two may answer: the one that runs it counts. Blocks until that
// one answers, and else for askPatience.
func (b *broker) ask(ctx context.Context, q question) (a holding, ok bool, err error) {
	inbox := b.nc.NewInbox()
	sub, err := b.nc.SubscribeSync(inbox)
	if err != nil {
		return a, false, err
	}
	defer sub.Unsubscribe()
	if err := b.nc.PublishRequest(askSubject, inbox, toJSON(q)); err != nil {
		return a, false, err
	}
	patience, cancel := context.WithTimeout(ctx, askPatience)
	defer cancel()
	for {
		m, err := sub.NextMsgWithContext(patience)
		switch {
		case errors.Is(err, nats.ErrNoResponders), patience.Err() != nil && ctx.Err() == nil:
			return a, ok, nil
		case err != nil:
			return a, false, err
		}
		var one holding
		if json.Unmarshal(m.Data, &one) != nil {
			continue
		}
		if a, ok = one, true; a.state() == StateRunning {
			return a, ok, nil
		}
	}
}
