package dash

import (
	"context"
	"sync/atomic"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/dashboard"
)

// Batch counts what the hosts of a batch do.
type Batch struct {
	source batch.Source
	what   string
	hosts  []*host
	done   atomic.Int64 // inputs
}

// A host is a host whose items are counted.
type host struct {
	batch.Host
	of                        *Batch
	running, executed, failed atomic.Int64
}

// Watch counts for the dashboard what the hosts of c do, from now on.
func Watch(c *batch.Config) *Batch {
	b := &Batch{source: c.Source, what: c.What}
	for i, h := range c.Hosts {
		w := &host{Host: h, of: b}
		b.hosts = append(b.hosts, w)
		c.Hosts[i] = w
	}
	return b
}

// Run is Host.Run.
func (h *host) Run(ctx context.Context, it *batch.Item, slot int, out *batch.Streams) batch.Outcome {
	h.running.Add(1)
	o := h.Host.Run(ctx, it, slot, out)
	h.running.Add(-1)
	if o.State == batch.Ended {
		h.executed.Add(1)
		h.of.done.Add(int64(it.Inputs))
		if !o.OK() {
			h.failed.Add(1)
		}
	}
	return o
}

// Lost is Loser.Lost.
func (h *host) Lost() error {
	if l, ok := h.Host.(batch.Loser); ok {
		return l.Lost()
	}
	return nil
}

// Progress is how far the batch is. Items that are tried again count each time, but not beyond
// the total.
func (b *Batch) Progress() dashboard.Progress {
	total, more := b.source.Total()
	p := dashboard.Progress{Done: b.done.Load(), What: b.what}
	if !more {
		p.Total = int64(total)
		p.Done = min(p.Done, p.Total)
	}
	return p
}

// Cluster shows the hosts as nodes.
func (b *Batch) Cluster(context.Context) (dashboard.Cluster, error) {
	out := dashboard.Cluster{Nodes: []dashboard.Node{}, Waiting: -1}
	for _, h := range b.hosts {
		n := dashboard.Node{
			Name: h.Name(), State: "working", Slots: h.Slots(), Running: int(h.running.Load()),
			Executed: uint64(h.executed.Load()), Failed: uint64(h.failed.Load()),
		}
		n.Held = max(0, n.Running-n.Slots)
		n.Running -= n.Held
		if n.Name == ":" {
			n.Name = "this machine"
		}
		if h.Lost() != nil {
			n.State = "lost"
		}
		out.Nodes = append(out.Nodes, n)
	}
	return out, nil
}
