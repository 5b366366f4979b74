package cluster

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// die makes a node be as one whose process was killed: it renews nothing and takes nothing.
func die(n *Node) {
	n.mu.Lock()
	n.beats.stall = func() bool { return true }
	n.mu.Unlock()
	n.rest("dead")
}

// A task that kills its node does not take those with it that run beside: after its second death in
// company each runs alone.
func TestCompany(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{Lease: brief})
	jobs := make(map[string]*Job)
	for _, id := range []string{"innocent", "poison"} {
		jobs[id] = p.submit(c, JobSpec{Handler: "h", ID: id, Attempts: 1}, texts(id))
	}
	release := make(chan bool) // the task that runs, alone
	free := sync.OnceFunc(func() { close(release) })
	for k := range 4 {
		var mu sync.Mutex
		inside := make(map[string]bool)
		dead := make(chan bool)
		n := p.node(Config{Name: fmt.Sprint("dies-", k), Slots: 2, Lease: brief, Log: logger(t), Handlers: map[string]Handler{"h": func(_ context.Context, t *Task) ([]byte, error) {
			mu.Lock()
			inside[t.Job] = true
			mu.Unlock()
			if k >= 2 {
				<-release
			}
			if k < 2 || t.Job == "poison" {
				<-dead
				return nil, context.Canceled
			}
			return t.Payload, nil
		}}})
		t.Cleanup(func() { close(dead); free() })
		runs := func(job string) bool {
			mu.Lock()
			defer mu.Unlock()
			return inside[job]
		}
		switch k {
		case 0, 1:
			until(t, "both run", func() bool { return runs("innocent") && runs("poison") })
		case 2:
			until(t, "one runs, and one waits until it can", func() bool {
				n.mu.Lock()
				defer n.mu.Unlock()
				waits := 0
				for h := range n.held {
					if h.waits {
						waits++
					}
				}
				return waits == 1 && n.company.inside == 1 && (runs("innocent") || runs("poison"))
			})
			if runs("innocent") == runs("poison") {
				t.Error("the task that runs has company")
			}
			free()
			until(t, "the poison runs", func() bool { return runs("poison") })
		}
		if k < 3 {
			die(n)
		}
	}
	equal(t, outcomes(t, jobs["innocent"]), []string{"innocent"})
	if got := outcomes(t, jobs["poison"]); len(got) != 1 || !strings.Contains(got[0], errDeath) {
		t.Errorf("the poison ended with %v", got)
	}
}
