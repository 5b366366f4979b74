package cluster

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A keeper forgets jobs that ended JobSpec.Keep ago. Every node has one, which knows the jobs with
// a Keep from the news of jobs. The node whose name is the first of those that live looks after
// them; two that both believe that do no harm. n.mu guards jobs.
type keeper struct {
	n    *Node
	jobs map[string]ending
	news chan struct{} // there is another job
}

// An ending is a job with a Keep.
type ending struct {
	record  jobRecord
	changed time.Time // the record, by the server's clock
	look    time.Time // when to look at it
}

func newKeeper(n *Node) keeper {
	return keeper{n: n, jobs: make(map[string]ending), news: make(chan struct{}, 1)}
}

// note keeps what the record of a job says, nil if it was removed. n.mu is held.
func (k *keeper) note(job string, r *jobRecord, changed time.Time) {
	if r == nil || r.Keep == 0 {
		delete(k.jobs, job)
		return
	}
	k.jobs[job] = ending{*r, changed, changed.Add(r.Keep)}
	poke(k.news)
}

// run looks at each job when it may have to go.
func (k *keeper) run() {
	for {
		next, at := k.next()
		wait := time.NewTimer(time.Until(at))
		select {
		case <-wait.C:
			k.look(next)
		case <-k.news:
		case <-k.n.life.Done():
			return
		}
		wait.Stop()
	}
}

// next returns the job to look at first, and when.
func (k *keeper) next() (first ending, at time.Time) {
	k.n.mu.Lock()
	defer k.n.mu.Unlock()
	at = time.Now().Add(time.Hour)
	for _, j := range k.jobs {
		if j.look.Before(at) {
			first, at = j, j.look
		}
	}
	return first, at
}

// look forgets a job if it has ended for long enough, or says when to look again.
func (k *keeper) look(j ending) {
	if j.record.ID == "" {
		return
	}
	again := time.Now().Add(min(max(j.record.Keep, time.Second), time.Minute))
	if k.first() {
		ctx, cancel := context.WithTimeout(k.n.life, publishTimeout)
		defer cancel()
		end, err := k.n.ended(ctx, j.record, j.changed)
		if until := end.Add(j.record.Keep); err == nil && !end.IsZero() {
			if again = until; !time.Now().Before(until) {
				err = (&Job{ID: j.record.ID, c: k.n.Client, record: j.record}).forget(ctx)
				again = time.Now().Add(time.Minute) // if it is still there
			}
		}
		if err != nil && k.n.life.Err() == nil {
			k.n.log("forget job %s after %v: %v; will try again", j.record.ID, j.record.Keep, err)
			again = time.Now().Add(time.Minute)
		}
	}
	k.n.mu.Lock()
	defer k.n.mu.Unlock()
	if now, ok := k.jobs[j.record.ID]; ok && now.look.Equal(j.look) {
		now.look = again
		k.jobs[j.record.ID] = now
	}
}

// first reports whether no other node that lives has a lesser name.
func (k *keeper) first() bool {
	k.n.mu.Lock()
	defer k.n.mu.Unlock()
	for _, i := range k.n.peers.alive() {
		if i.Name < k.n.config.Name {
			return false
		}
	}
	return true
}

// ended returns when a job ended whose record has changed at some time, or the zero time if it has not.
func (c *Client) ended(ctx context.Context, r jobRecord, changed time.Time) (time.Time, error) {
	switch {
	case r.cancelled():
		return changed, nil
	case r.submitting():
		return time.Time{}, nil
	}
	oldest, err := c.oldest(ctx, r)
	if err != nil || r.state(oldest != "") != JobEnded {
		return time.Time{}, err
	}
	last, err := c.b.results.GetLastMsgForSubject(ctx, resultsSubject+r.prefix()+">")
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return changed, nil // it has no tasks
	}
	if err != nil {
		return time.Time{}, err
	}
	return last.Time, nil
}
