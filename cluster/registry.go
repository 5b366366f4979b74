package cluster

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// NodeInfo is what a node says of itself, at most some times a second.
type NodeInfo struct {
	Name     string
	Host     string // of the operating system
	PID      int
	Slots    int      // tasks it runs at once
	Running  int      // tasks it runs now
	Stuck    int      // slots that it has lost to handlers that go on after their timeout
	Queued   int      // un-started tasks that it holds
	Handlers []string // sorted
	State    string   // "working", "draining", or why a guest rests
	Policy   Policy

	Executed  uint64 // executions begun
	Failed    uint64 // executions that failed
	Fenced    uint64 // tasks dropped because their lease ended here first
	Asked     uint64 // requests for tasks sent to other nodes
	Stolen    uint64 // tasks that it got by these requests
	Given     uint64 // tasks handed over to other nodes or given back
	Duplicate uint64 // results that another node had recorded first

	Seen time.Time // when the server got this
}

// retire removes the entry of a node.
func (b *broker) retire(ctx context.Context, name string) error { return b.nodes.Purge(ctx, name) }

// nodeInfos lists the nodes that live by the registry.
func (b *broker) nodeInfos(ctx context.Context) ([]NodeInfo, error) {
	return all(ctx, b.nodes, ">", func(n *NodeInfo, e jetstream.KeyValueEntry) { n.Seen = e.Created() }, nil)
}

// all reads all entries of a bucket under a key, the oldest first. complete, if
// not nil, adds what the value does not say. One that cannot be read is what
// unreadable makes of it, and left out if that is nil: one record blocks nobody.
func all[T any](ctx context.Context, kv jetstream.KeyValue, key string, complete, unreadable func(*T, jetstream.KeyValueEntry)) ([]T, error) {
	return ask(ctx, func(ctx context.Context) (out []T, err error) {
		watch, err := kv.Watch(ctx, key, jetstream.IgnoreDeletes())
		if err != nil {
			return nil, err
		}
		defer watch.Stop()
		for {
			select {
			case entry := <-watch.Updates():
				if entry == nil {
					return out, nil // all that was there
				}
				var v T
				if json.Unmarshal(entry.Value(), &v) != nil {
					var zero T
					if v = zero; unreadable == nil {
						continue
					}
					unreadable(&v, entry)
				}
				if complete != nil {
					complete(&v, entry)
				}
				out = append(out, v)
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	})
}
