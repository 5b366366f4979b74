package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A node announces itself every second, and at once when it begins or ends to
// have tasks waiting or running: thieves look at that. But at most ten times a second.
const (
	announceEvery = time.Second
	announceGap   = 100 * time.Millisecond
)

// enter puts the node into the registry, unless a node of its name lives. The entry of one that
// died stays for nodeTTL; whether it did is known from its subscriptions, which end with its
// connection. A node listens before it enters, so of two that enter at the same time the second
// finds the first.
func (n *Node) enter(ctx context.Context) error {
	mine := nodeRecord{n.tell(), n.id}
	_, err := n.b.nodes.Create(ctx, mine.Name, toJSON(mine))
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	entry, err := n.b.nodes.Get(ctx, mine.Name)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return n.b.announce(ctx, mine) // it has just gone
	}
	if err != nil {
		return err
	}
	var other nodeRecord
	if err := json.Unmarshal(entry.Value(), &other); err != nil || other.ID == n.id {
		return err // or it is this node's, and the confirmation was lost
	}
	if n.b.lives(ctx, other.ID) {
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
func (n *Node) here(m *nats.Msg) { _ = m.Respond(nil) }

// tell is Info, and notes what is told.
func (n *Node) tell() NodeInfo {
	i := n.Info()
	n.mu.Lock()
	n.theft.toldRich, n.theft.toldBusy, n.theft.toldState = i.Queued > 0, i.Running > 0, i.State
	n.mu.Unlock()
	return i
}

func (n *Node) announcer() {
	defer close(n.silent)
	tick := time.NewTicker(announceEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-n.news:
		case <-n.silence.Done():
			return
		}
		ctx, cancel := context.WithTimeout(n.silence, publishTimeout)
		err := n.b.announce(ctx, nodeRecord{n.tell(), n.id})
		cancel()
		if err != nil && n.silence.Err() == nil {
			n.log("announce the node: %v", err)
		}
		select {
		case <-time.After(announceGap):
		case <-n.silence.Done():
			return
		}
	}
}

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
	n.theft.hungry()
}

// others lists the other nodes that are alive, by the latest entries of the registry. n.mu is held.
func (n *Node) others() (out []NodeInfo) {
	for name, i := range n.peers {
		if time.Since(i.Seen) > nodeTTL {
			delete(n.peers, name)
		} else {
			out = append(out, i)
		}
	}
	return out
}

// whoHas reports whether another node that lives has a handler, and what handlers the
// nodes have, this one included.
func (n *Node) whoHas(handler string) (has bool, known []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	known = names(n.handlers)
	for _, i := range n.others() {
		has = has || slices.Contains(i.Handlers, handler) && i.State != draining
		known = append(known, i.Handlers...)
	}
	slices.Sort(known)
	return has, slices.Compact(known)
}

// reconnected tells the pullers that the server has forgotten their requests.
func (n *Node) reconnected() {
	again := n.b.nc.StatusChanged(nats.CONNECTED)
	defer n.b.nc.RemoveStatusListener(again)
	for {
		select {
		case <-again:
			for _, p := range n.pullers {
				p.broken.Store(true)
				p.interrupt()
			}
			poke(n.news)
		case <-n.life.Done():
			return
		}
	}
}

// log writes a line for the operator.
func (n *Node) log(format string, args ...any) {
	if n.config.Log != nil {
		n.lines.Lock()
		defer n.lines.Unlock()
		fmt.Fprintf(n.config.Log, "cluster: node "+n.config.Name+": "+format+"\n", args...)
	}
}
