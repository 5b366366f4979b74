package cluster

import (
	"context"
	"time"
)

// theft is what an idle node does about it; n.mu guards it.
type theft struct {
	want  chan struct{}        // a slot has nothing to do, or a peer has changed
	asked map[string]time.Time // when requests left, by their number

	toldRich, toldBusy bool // what the last announcement said
	toldState          string
}

func (t *theft) hungry() { poke(t.want) }

func (n *Node) thief() { <-n.life.Done() }

// listen begins to answer other nodes.
func (n *Node) listen(context.Context) error {
	n.beats.inbox = n.b.nc.NewInbox()
	return n.subscribe(n.beats.inbox+".*", n.confirmed)
}
