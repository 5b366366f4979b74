package cluster

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// A record that cannot be read is in nobody's way, and can be removed.
func TestUnreadable(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	put := func(evil string) {
		t.Helper()
		if _, err := c.b.jobs.PutString(minute(t), evil, "garbage"); err != nil {
			t.Fatal(err)
		}
	}
	put(jobKey + "evil")
	if _, err := c.b.nodes.PutString(minute(t), "evil", "garbage"); err != nil {
		t.Fatal(err)
	}
	j := p.submit(c, JobSpec{Handler: "h", ID: "good"}, numbers(2))
	for _, l := range pull(t, c, Batch, 2) {
		put(startsKey + l.key())
		if err := c.b.answer(l, isGivenBack, 0); err != nil {
			t.Fatal(err)
		}
	}
	p.node(Config{Name: "evil", Slots: 1, Log: logger(t), Handlers: map[string]Handler{"h": echo}})
	if _, err := c.b.nodes.PutString(minute(t), "other", "garbage"); err != nil {
		t.Fatal(err)
	}
	equal(t, outcomes(t, j), []string{"0", "1"})
	if jobs, err := c.Jobs(minute(t)); err != nil || len(jobs) != 2 || jobs[0].ID != "evil" || jobs[0].Handler != "(unreadable)" {
		t.Errorf("%+v, %v", jobs, err)
	}
	if nodes, err := c.Nodes(minute(t)); err != nil || len(nodes) != 1 {
		t.Errorf("%+v, %v", nodes, err)
	}
	if err := c.Forget(minute(t), "evil"); err != nil {
		t.Error(err)
	}
	if jobs, err := c.Jobs(minute(t)); err != nil || len(jobs) != 1 {
		t.Errorf("after Forget: %+v, %v", jobs, err)
	}
}

// A task that is not what its subject says, or of a priority that there is not, is dropped with a word to the
// operator, by whomever it was stored; the node goes on.
func TestUnreadable_task(t *testing.T) {
	p := newPlace(t)
	var log lines
	n := p.node(Config{Slots: 1, Log: &log, Handlers: map[string]Handler{"h": echo}})
	for _, c := range []struct {
		change func(*envelope)
		want   string
	}{
		{func(e *envelope) { e.Priority = 7 }, "prio is 7: want 0 or 1"},
		{func(e *envelope) { e.Priority = -1 }, "prio is -1: want 0 or 1"},
		{func(e *envelope) { e.Handler = "nobody" }, "priority and handler of " + tasksSubject + "b-nobody.j.z.0"},
		{func(e *envelope) { e.ID = "7" }, "priority and handler of " + tasksSubject + "b-h.j.z.7"},
	} {
		e := envelope{Job: "j", Born: 35, ID: "0", Handler: "h", Attempts: 1}
		subject := e.taskSubject()
		c.change(&e)
		if _, err := n.b.js.PublishMsg(minute(t), message(subject, e, nil)); err != nil {
			t.Fatal(err)
		}
		until(t, "the node says "+c.want, func() bool { return log.has(c.want) })
		if e.Handler+e.ID != "h0" {
			continue
		}
		n.mu.Lock()
		n.thief.take(time.Now(), []lootEntry{{Envelope: e, Left: time.Minute}}, nil) // from another node
		n.mu.Unlock()
	}
	equal(t, outcomes(t, p.submit(n, JobSpec{Handler: "h"}, numbers(2))), []string{"0", "1"})
	until(t, "the tasks are gone", func() bool {
		info, err := n.b.tasks.Info(minute(t))
		return err == nil && info.State.Msgs == 0
	})
}

// A cluster whose record has no lease that a program would set is refused.
func TestUnreadable_lease(t *testing.T) {
	p := newPlace(t)
	b := p.client(Config{}).b
	for _, lease := range []time.Duration{0, -time.Second, minLease - 1} {
		if _, err := b.jobs.Put(minute(t), metaKey, toJSON(metaRecord{protocol, lease})); err != nil {
			t.Fatal(err)
		}
		if _, err := openBroker(minute(t), b.nc, Config{}, false); !errors.Is(err, ErrProtocol) || !strings.Contains(err.Error(), "want at least 300ms") {
			t.Errorf("a lease of %v: %v, want ErrProtocol", lease, err)
		}
	}
}
