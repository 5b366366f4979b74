package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A node announces itself at once when it begins or ends to have tasks waiting or running: thieves
// look at that. While it has some, it does so every second, and an idle node often enough for its
// entry to stay. But at most ten times a second.
const (
	announceEvery = time.Second
	announceIdle  = nodeTTL / 3
	announceGap   = 100 * time.Millisecond
)

// An announcer puts into the registry what the node says of itself.
type announcer struct {
	n       *Node
	silence context.Context    // ends when the node must stop announcing itself
	quit    context.CancelFunc // of silence
	silent  chan struct{}      // closed when it has stopped announcing
	news    chan struct{}      // something to announce at once
	told    outline            // what the last announcement said; n.mu guards it
}

// An outline is what other nodes want to know at once.
type outline struct {
	rich, busy bool
	state      string
}

func newAnnouncer(n *Node) announcer {
	a := announcer{n: n, silent: make(chan struct{}), news: make(chan struct{}, 1)}
	a.silence, a.quit = context.WithCancel(n.life)
	return a
}

// enter puts the node into the registry, unless a node of its name lives. The entry of one that
// died stays for nodeTTL; whether it did is known from its subscriptions, which end with its
// connection. A node listens before it enters, so of two that enter at the same time the second
// finds the first.
func (a *announcer) enter(ctx context.Context) error {
	n, mine := a.n, a.tell()
	_, err := n.b.nodes.Create(ctx, mine.Name, toJSON(mine))
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	entry, err := n.b.nodes.Get(ctx, mine.Name)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return a.announce(ctx, mine) // it has just gone
	}
	if err != nil {
		return err
	}
	var other nodeRecord
	readable := json.Unmarshal(entry.Value(), &other) == nil
	if other.ID == n.id {
		return nil // the confirmation was lost
	}
	if readable && n.b.lives(ctx, other.ID) {
		return fmt.Errorf("%w: node %s on host %s, PID %d (Config.Name)", ErrNameTaken, other.Name, other.Host, other.PID)
	}
	_, err = n.b.nodes.Update(ctx, mine.Name, toJSON(mine), entry.Revision())
	return err
}

// lives reports whether a node may still answer at an ID.
func (b *broker) lives(ctx context.Context, id string) bool {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	_, err := b.nc.RequestWithContext(ctx, hereSubject+id, nil)
	return !errors.Is(err, nats.ErrNoResponders)
}

// here answers a node that asks whether this one lives.
func here(m *nats.Msg) { _ = m.Respond(nil) }

// tell is Info, and notes what is told.
func (a *announcer) tell() nodeRecord {
	i := a.n.Info()
	a.n.mu.Lock()
	a.told = outline{i.Queued > 0, i.Running > 0, i.State}
	a.n.mu.Unlock()
	return nodeRecord{i, a.n.id}
}

func (a *announcer) run() {
	defer close(a.silent)
	for {
		n := a.n
		n.mu.Lock()
		wait := announceIdle
		if a.told.rich || a.told.busy {
			wait = announceEvery
		}
		n.mu.Unlock()
		select {
		case <-time.After(wait):
		case <-a.news:
		case <-a.silence.Done():
			return
		}
		ctx, cancel := context.WithTimeout(a.silence, publishTimeout)
		err := a.announce(ctx, a.tell())
		cancel()
		if err != nil && a.silence.Err() == nil {
			a.n.log("announce the node: %v", err)
		}
		if !pause(a.silence, announceGap) {
			return
		}
	}
}

// announce stores what the node says of itself; it stays for nodeTTL.
func (a *announcer) announce(ctx context.Context, n nodeRecord) error {
	_, err := a.n.b.nodes.Put(ctx, n.Name, toJSON(n))
	return err
}

// peers is what the other nodes say of themselves, by name; Node.mu guards it.
type peers map[string]NodeInfo

// nodeChanged keeps what another node says.
func (n *Node) nodeChanged(e jetstream.KeyValueEntry) {
	if e.Key() == n.config.Name {
		return
	}
	var i NodeInfo
	alive := e.Operation() == jetstream.KeyValuePut && json.Unmarshal(e.Value(), &i) == nil
	i.Seen = time.Now() // by this node's clock
	n.mu.Lock()
	defer n.mu.Unlock()
	if !alive {
		delete(n.peers, e.Key())
		return
	}
	n.peers[e.Key()] = i
	if i.Queued > 0 { // NOT: at any news. Idle nodes that hear each other woke their thieves, for nothing.
		n.thief.hungry()
	}
}

// alive lists the nodes that are alive, by the latest entries of the registry.
func (p peers) alive() (out []NodeInfo) {
	for name, i := range p {
		if time.Since(i.Seen) > nodeTTL {
			delete(p, name)
		} else {
			out = append(out, i)
		}
	}
	return out
}

// note corrects how many tasks the registry says that a node holds.
func (p peers) note(node string, queued int) {
	if i, ok := p[node]; ok {
		i.Queued = queued
		p[node] = i
	}
}

// slots counts the slots of the nodes that take from the queue of a host.
func (p peers) slots(class string) (slots int) {
	for _, i := range p.alive() {
		if i.Policy.Affinity && i.works() && hostClass(i.Host) == class {
			slots += i.Slots
		}
	}
	return slots
}

// log writes a line for the operator.
func (n *Node) log(format string, args ...any) {
	if n.config.Log != nil {
		n.lines.Lock()
		defer n.lines.Unlock()
		fmt.Fprintf(n.config.Log, "cluster: node "+n.config.Name+": "+format+"\n", args...)
	}
}
