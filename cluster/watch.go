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
	w, err := ask(ctx, func(context.Context) (jetstream.KeyWatcher, error) { return kv.Watch(n.life, keys) })
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
	over := n.gone[job]
	over.since = time.Now()
	switch {
	case e.Operation() != jetstream.KeyValuePut:
		over.alive, over.forgotten = 0, true
	case r.cancelled() || r.Forgotten:
		over.dead, over.alive, over.forgotten = r.Created.UnixNano(), 0, r.Forgotten
	default:
		if _, known := n.gone[job]; known {
			over = end{time.Now(), true, 0, r.Created.UnixNano()} // only what was forgotten makes room for it
			n.gone[job] = over
		}
		return
	}
	n.prune()
	n.gone[job] = over
	for h := range n.held {
		if h.Job == job && n.over(h.envelope) {
			n.cancel(h)
		}
	}
	n.changed()
	n.pull()
}

// cancel drops a task that has not started, and tells the handler of one that has. n.mu is
// held.
func (n *Node) cancel(h *held) {
	if h.phase == isQueued {
		n.waiting.remove(h)
		if n.drop(h) {
			n.terminate(h.lease)
		}
	} else if h.cancel != nil {
		h.cancel(ErrCancelled)
	}
}

// An end says that a job was cancelled or forgotten.
type end struct {
	since     time.Time
	forgotten bool
	dead      int64 // its birth; 0 if the news of its end was lost in that of its removal
	alive     int64 // the birth of a later job with the ID, 0 if there is none
}

// over reports whether the job of a task is cancelled or forgotten. A task of a later job with its
// ID may come before the news of that job. n.mu is held.
func (n *Node) over(e envelope) bool {
	end, over := n.gone[e.Job]
	if end.dead != 0 {
		return e.Born == end.dead
	}
	return over && e.Born != end.alive
}

// swept removes what was stored of a task whose job was forgotten meanwhile, so that Forget
// leaves nothing. It reports whether it was.
func (n *Node) swept(e envelope) bool {
	n.mu.Lock()
	gone := n.over(e) && n.gone[e.Job].forgotten
	n.mu.Unlock()
	if gone {
		ctx, cancel := context.WithTimeout(n.life, publishTimeout)
		defer cancel()
		if o, err := n.b.stored(ctx, e); err == nil {
			n.b.dropBlob(ctx, o.Blob)
		}
		_ = n.b.results.Purge(ctx, jetstream.WithPurgeSubject(e.resultSubject())) // what stays does no harm
		_ = n.b.dead.Purge(ctx, jetstream.WithPurgeSubject(e.deadSubject()))
	}
	return gone
}

// prune forgets some ended jobs if there are many.
func (n *Node) prune() {
	if len(n.gone) < maxGone {
		return
	}
	for job, end := range n.gone {
		if time.Since(end.since) > time.Minute || len(n.gone) > 2*maxGone {
			delete(n.gone, job)
		}
	}
}
