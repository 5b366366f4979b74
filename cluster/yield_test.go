package cluster

import "testing"

// TestYield: a puller lets one before it go first, but not for as long as something wakes it. A
// node that steals is woken with each task; its puller waited anew each time, and never asked the
// queue that all share.
func TestYield(t *testing.T) {
	n := &Node{Client: &Client{config: Config{Slots: 1, Policy: Policy{Depth: 8}}}, life: t.Context()}
	first := &puller{n: n, prio: Interactive, pending: 1}
	last := &puller{n: n, prio: Batch, rank: 2, wake: make(chan struct{}, 1)}
	n.pullers = []*puller{first, last}

	woken, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for last.yield() {
		}
	}()
	go func() {
		for {
			select {
			case last.wake <- struct{}{}:
			case <-done:
				close(woken)
				return
			}
		}
	}()
	<-woken // else the test does not end
	if first.pending != 0 {
		t.Errorf("the server is thought to have %d tasks for the first puller, want none as none came", first.pending)
	}
}
