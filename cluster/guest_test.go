package cluster

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// An owner uses as many processors as a test says. It is the meter of a guest.
type owner struct {
	load atomic.Int64 // processors
	used time.Duration
	last time.Time
}

func (o *owner) Owner() (time.Duration, error) {
	now := time.Now()
	if !o.last.IsZero() {
		o.used += time.Duration(o.load.Load()) * now.Sub(o.last)
	}
	o.last = now
	return o.used, nil
}

// A guest has begun a task and holds others when the owner returns: those go to
// another node, and the one that runs ends here. When the owner has gone, the guest works
// again.
func TestGuest(t *testing.T) {
	s, w := startServer(t), newWaits(t)
	guest := testNode(t, testClient(t, s, Config{Name: "guest", Slots: 1, Lease: time.Hour, Policy: Policy{Depth: 8}, Log: logger(t), Handlers: map[string]Handler{"h": w.run}}))
	o := &owner{}
	guest.spawn(func() { Guest{RestAbove: 0.5, Quiet: 200 * time.Millisecond, meter: o}.watch(guest) })
	job := mustSubmit(t, guest.Client, JobSpec{Handler: "h"}, 6)
	until(t, "the guest holds five tasks and runs one", func() bool { i := guest.Info(); return i.Queued == 5 && i.Running == 1 })

	o.load.Store(2)
	returned := time.Now()
	until(t, "the guest rests", func() bool { i := guest.Info(); return i.Queued == 0 && i.Running == 1 && i.State != working })
	t.Logf("the tail was given back after %v", time.Since(returned))
	if i := guest.Info(); !strings.Contains(i.State, "the owner of its machine uses") || i.Given != 5 {
		t.Errorf("state %q, %d given back; want the owner's load, 5", i.State, i.Given)
	}
	x := explains(t, guest.Client, job.ID, "5", StateResting, `It waits because no node with the handler "h" takes tasks now \(guest: the owner of its machine uses .* processors\).`)
	if x.Nodes != 1 {
		t.Errorf("%d nodes have the handler, want 1", x.Nodes)
	}
	other := newWaits(t)
	testNode(t, testClient(t, s, Config{Name: "other", Slots: 5, Policy: Policy{Steal: StealNone}, Log: logger(t), Handlers: map[string]Handler{"h": other.run}}))
	for range 5 { // without waiting for a lease, which lasts an hour
		select {
		case <-other.begun:
		case <-minute(t).Done():
			t.Fatal("the other node does not get the tasks that the guest gave back")
		}
	}
	o.load.Store(0)
	until(t, "the guest resumes", func() bool { return guest.Info().State == working })
}

func TestGuest_config(t *testing.T) {
	for _, c := range []struct {
		guest Guest
		want  string
	}{
		{Guest{RestAbove: -1}, "RestAbove is -1: want a number of processors above 0"},
		{Guest{Quiet: -time.Second}, "Quiet is -1s: want a duration"},
	} {
		if _, err := (Config{Guest: &c.guest}).complete(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.guest, err, c.want)
		}
	}
	mine := &Guest{RestAbove: 2}
	c, err := (Config{Guest: mine}).complete()
	if err != nil || c.Guest.RestAbove != 2 || c.Guest.Quiet != defaultQuiet || mine.Quiet != 0 {
		t.Errorf("%+v, %v; want the defaults in a copy", c.Guest, err)
	}
}
