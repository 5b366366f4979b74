package cluster

import (
	"context"
	"time"
)

// What a node says of leases and tasks goes out through one goroutine, in the
// order in which it was decided. Two things need that:
//
//   - A task is given back after its last renewal. The other way round the server
//     would renew a lease that no node has, and the task would wait for its end.
//   - The connection may be stuck: in a partition the kernel's buffer fills, and
//     a goroutine that writes to it waits. The node's lock must not be held meanwhile, or no
//     goroutine could fence the tasks that run.

// say sends something later. n.mu is held.
func (n *Node) say(f func()) {
	n.out = append(n.out, f)
	poke(n.speak)
}

// speaker sends what is to be said until the node ends, then the rest.
func (n *Node) speaker() {
	defer close(n.spoken)
	for {
		select {
		case <-n.speak:
		case <-n.life.Done():
		}
		n.mu.Lock()
		out := n.out
		n.out = nil
		n.mu.Unlock()
		for _, f := range out {
			f()
		}
		if len(out) == 0 && n.life.Err() != nil {
			return
		}
	}
}

// said waits until all is sent that was to be said before.
func (n *Node) said(ctx context.Context) error {
	done := make(chan struct{})
	n.mu.Lock()
	n.say(func() { close(done) })
	n.mu.Unlock()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// giveBack puts a task that is not in the set back on the queue. n.mu is held.
func (n *Node) giveBack(l *lease, delay time.Duration) {
	n.say(func() { _ = n.b.giveBack(l, delay) }) // lost: delivered again when the lease ends
}

// terminate removes a task of a job that is over. n.mu is held.
func (n *Node) terminate(l *lease) {
	n.say(func() { _ = n.b.nc.Publish(l.token, ackNever) }) // lost: delivered again, and dropped again
}
