package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// follow calls f for each entry of a bucket, and later for each change, as long as watching lasts. It
// returns when f has seen what is there.
func (n *Node) follow(ctx, watching context.Context, kv jetstream.KeyValue, keys string, f func(jetstream.KeyValueEntry)) error {
	w, err := ask(ctx, func(context.Context) (jetstream.KeyWatcher, error) { return kv.Watch(watching, keys) })
	if err != nil {
		return err
	}
	seen, ended := make(chan struct{}), make(chan struct{})
	n.spawn(func() {
		defer close(ended)
		defer w.Stop()
		for {
			select {
			case e, ok := <-w.Updates():
				switch {
				case !ok: // the library could not make its consumer again
					if watching.Err() == nil {
						poke(n.b.absent)
					}
					return
				case e == nil:
					close(seen)
				default:
					f(e)
				}
			case <-watching.Done():
				return
			}
		}
	})
	select {
	case <-seen:
		return nil
	case <-ended:
		return errors.New("cluster: what is stored of jobs and nodes cannot be followed")
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// jobChanged drops the tasks of a job that is cancelled or forgotten.
func (n *Node) jobChanged(e jetstream.KeyValueEntry) {
	job, r := e.Key()[len(jobKey):], (*jobRecord)(nil)
	if e.Operation() == jetstream.KeyValuePut {
		r = new(jobRecord)
		if json.Unmarshal(e.Value(), r) != nil {
			return
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.keeper.note(job, r, e.Created())
	if n.gone.jobs.note(job, r, e.Created()) {
		n.cancel(func(h *held) bool { return h.Job == job && n.gone.jobs.over(h.lease) })
	}
}

// gone is what a node knows to be over: a task of it is refused.
type gone struct {
	jobs  goneJobs
	tasks goneTasks
}

func newGone() gone { return gone{make(goneJobs), make(goneTasks)} }

// over reports whether the job of a task is over, or the task was withdrawn.
func (g gone) over(l *lease) bool {
	_, withdrawn := g.tasks[withdrawal{l.Job, l.ID}]
	return withdrawn || g.jobs.over(l)
}

// goneTasks has the tasks that were withdrawn, and when the node heard of it. They can still be on their way,
// or not even be stored. The ID of a job of calls is used once.
type goneTasks map[withdrawal]time.Time

func (g goneTasks) note(w withdrawal) {
	prune(g, func(since time.Time) time.Time { return since })
	g[w] = time.Now()
}

// goneJobs has the jobs that were cancelled or forgotten, by ID. A task of such a job can still be on
// its way to the node, but not for long.
type goneJobs map[string]goneJob

// A goneJob is a job that was cancelled or forgotten.
type goneJob struct {
	since     time.Time
	forgotten bool
	dead      int64     // its birth; 0 if the news of its end was lost in that of its removal
	alive     int64     // the birth of a later job with the ID, 0 if there is none
	removed   time.Time // when its record was, by the server's clock
}

// maxGone bounds how many a node remembers, of jobs and of withdrawn tasks.
const maxGone = 4096

// note keeps what the record of a job says, nil if it was removed, at that time by the server's clock. It
// reports whether the job is gone. A job that was forgotten can be submitted again.
func (g goneJobs) note(job string, r *jobRecord, at time.Time) bool {
	is, known := g[job]
	is.since = time.Now()
	switch {
	case r == nil:
		is.alive, is.forgotten, is.removed = 0, true, at
	case r.cancelled() || r.Forgotten:
		is.dead, is.alive, is.forgotten = r.Created.UnixNano(), 0, r.Forgotten
	case known:
		g[job] = goneJob{is.since, true, 0, r.Created.UnixNano(), is.removed} // only what was forgotten makes room for it
		return false
	default:
		return false
	}
	prune(g, func(j goneJob) time.Time { return j.since })
	g[job] = is
	return true
}

// lost keeps that a job is not there any more which the node has heard of, from its tasks.
func (g goneJobs) lost(job string, born int64) {
	g[job] = goneJob{since: time.Now(), forgotten: true, dead: born}
}

// over reports whether the job of a task is cancelled or forgotten. A task of a later job with its
// ID may come before the news of that job: it was stored after the record of this one was removed.
func (g goneJobs) over(l *lease) bool {
	is, over := g[l.Job]
	if is.dead != 0 {
		return l.Born == is.dead
	}
	return over && l.Born != is.alive && !l.stored.After(is.removed)
}

// prune forgets some of what is gone if there is much.
func prune[K comparable, V any](gone map[K]V, since func(V) time.Time) {
	if len(gone) < maxGone {
		return
	}
	for key, v := range gone {
		if time.Since(since(v)) > time.Minute || len(gone) > 2*maxGone {
			delete(gone, key)
		}
	}
}
