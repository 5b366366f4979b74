package cluster

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// followJobs watches for jobs that are cancelled or forgotten.
func (n *Node) followJobs(ctx context.Context) error {
	return n.follow(ctx, n.b.jobs, jobKey+">", n.jobChanged)
}

// followNodes keeps what the other nodes say of themselves.
func (n *Node) followNodes(ctx context.Context) error {
	return n.follow(ctx, n.b.nodes, ">", n.nodeChanged)
}

// follow calls f for each entry of a bucket, and later for each change. It
// returns when f has seen what is there.
func (n *Node) follow(ctx context.Context, kv jetstream.KeyValue, keys string, f func(jetstream.KeyValueEntry)) error {
	w, err := kv.Watch(n.life, keys)
	if err != nil {
		return err
	}
	seen := make(chan struct{})
	n.spawn(func() {
		defer w.Stop()
		for {
			select {
			case e, ok := <-w.Updates():
				switch {
				case !ok:
					return
				case e == nil:
					close(seen)
				default:
					f(e)
				}
			case <-n.life.Done():
				return
			}
		}
	})
	select {
	case <-seen:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// maxGone bounds how many ended jobs a node remembers: a task of such a job can
// still be on its way to the node, but not for long.
const maxGone = 4096

// jobChanged drops the tasks of a job that is cancelled or forgotten. A job that
// was forgotten can be submitted again.
func (n *Node) jobChanged(e jetstream.KeyValueEntry) {
	job := e.Key()[len(jobKey):]
	var r jobRecord
	if e.Operation() == jetstream.KeyValuePut && json.Unmarshal(e.Value(), &r) != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if e.Operation() == jetstream.KeyValuePut && !r.Cancelled {
		delete(n.gone, job)
		return
	}
	n.prune()
	n.gone[job] = time.Now()
	for h := range n.held {
		if h.Job != job {
			continue
		}
		if h.phase == isQueued {
			n.waiting.remove(h)
			if n.drop(h) {
				n.terminate(h.lease)
			}
		} else if h.cancel != nil {
			h.cancel(ErrCancelled)
		}
	}
	n.changed()
	n.pull()
}

// over reports whether a job is cancelled or forgotten. n.mu is held.
func (n *Node) over(job string) bool { _, over := n.gone[job]; return over }

// prune forgets some ended jobs if there are many.
func (n *Node) prune() {
	if len(n.gone) < maxGone {
		return
	}
	for job, since := range n.gone {
		if time.Since(since) > time.Minute || len(n.gone) > 2*maxGone {
			delete(n.gone, job)
		}
	}
}
