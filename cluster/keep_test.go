package cluster

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// A job with a Keep goes by itself: one that ended well, one with dead letters, one without tasks,
// one that is cancelled; whichever node lives. Those without one stay, and so does one that has not
// ended.
func TestKeep(t *testing.T) {
	p := newPlace(t)
	ctx, g := minute(t), newGate()
	n := p.node(Config{Name: "b", Slots: 2, Handlers: map[string]Handler{"h": echo, "gate": g.handle,
		"fails": func(context.Context, *Task) ([]byte, error) { return nil, Fatal(fmt.Errorf("no")) }}, Log: logger(t)})
	p.node(Config{Name: "a", Slots: 1, Handlers: map[string]Handler{"h": echo}, Log: logger(t)})
	c := p.client(Config{})
	const keep = 100 * time.Millisecond
	open := p.submit(c, JobSpec{Handler: "gate", ID: "open", Keep: keep}, numbers(1))
	<-g.begun
	p.submit(c, JobSpec{Handler: "h", ID: "well", Keep: keep}, numbers(3))
	p.submit(c, JobSpec{Handler: "fails", ID: "dead", Keep: keep}, numbers(3))
	p.submit(c, JobSpec{Handler: "h", ID: "none", Keep: keep}, numbers(0))
	if err := p.submit(c, JobSpec{Handler: "gate", ID: "cancelled", Keep: keep}, numbers(2)).cancel(ctx); err != nil {
		t.Fatal(err)
	}
	outcomes(t, p.submit(c, JobSpec{Handler: "h", ID: "stays"}, numbers(1)))
	left := func(want int) func() bool {
		return func() bool {
			jobs, err := c.Jobs(ctx)
			return err == nil && len(jobs) == want
		}
	}
	until(t, "but two are forgotten", left(2))
	for _, id := range []string{"open", "stays"} {
		if _, err := c.Job(ctx, id); err != nil {
			t.Error(err)
		}
	}
	for letter := range c.Dead(ctx, "") {
		t.Errorf("a dead letter of a job that is forgotten: %+v", letter)
	}
	close(g.open)
	until(t, "the last task has ended and its job is forgotten", left(1))
	_ = open
	until(t, "the node knows of no job that goes by itself", func() bool { n.mu.Lock(); defer n.mu.Unlock(); return len(n.keeper.jobs) == 0 })
}

// The mark that the removal of a job leaves goes too.
func TestForget_marks(t *testing.T) {
	bounded(t, func(b *bounds) { b.marker = time.Second })
	ctx, c := minute(t), testClient(t, startServer(t), Config{})
	for i := range 20 {
		job := mustSubmit(t, c, JobSpec{ID: fmt.Sprint(i), Handler: "h"}, 1)
		if err := c.Forget(ctx, job.ID); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "the founder's record alone is left", func() bool {
		s, err := c.b.js.Stream(ctx, "KV_"+jobsBucket)
		return err == nil && s.CachedInfo().State.Msgs == 1
	})
}
