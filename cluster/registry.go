package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// NodeInfo is what a node says of itself, some times a second at most.
type NodeInfo struct {
	Name     string
	Host     string // of the operating system
	PID      int
	Slots    int      // tasks it runs at once
	Running  int      // tasks it runs now
	Queued   int      // un-started tasks that it holds
	Handlers []string // sorted
	State    string   // "working", "draining", or why a guest rests
	Policy   Policy

	Executed  uint64 // executions begun
	Failed    uint64 // executions that failed
	Fenced    uint64 // tasks dropped because their lease ended here first
	Asked     uint64 // requests for tasks sent to other nodes
	Stolen    uint64 // tasks got that way
	Given     uint64 // tasks handed over or given back to others
	Duplicate uint64 // results that another node had recorded first

	Seen time.Time // when the server got this
}

// announce stores what a node says of itself; it stays for nodeTTL.
func (b *broker) announce(ctx context.Context, n NodeInfo) error {
	_, err := b.nodes.Put(ctx, n.Name, toJSON(n))
	return err
}

// retire removes the entry of a node.
func (b *broker) retire(ctx context.Context, name string) error { return b.nodes.Purge(ctx, name) }

// nodeInfos lists the nodes that live, as far as the registry knows.
func (b *broker) nodeInfos(ctx context.Context) ([]NodeInfo, error) {
	watch, err := b.nodes.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, explainServer(err)
	}
	defer watch.Stop()
	var out []NodeInfo
	for {
		select {
		case entry := <-watch.Updates():
			if entry == nil {
				return out, nil // all that was there
			}
			var n NodeInfo
			if json.Unmarshal(entry.Value(), &n) == nil {
				n.Seen = entry.Created()
				out = append(out, n)
			}
		case <-ctx.Done():
			return nil, explainServer(errors.Join(ctx.Err(), context.Cause(ctx)))
		}
	}
}
