package cluster

import (
	"context"
	"sync"
)

// A speaker sends what a node says of leases and tasks, on one goroutine, in the
// order in which it was decided. Two things need that:
//
//   - A task is given back after its last renewal. The other way round the server
//     would renew a lease that no node has, and the task would wait for its end.
//   - The connection may be stuck: in a partition the kernel's buffer fills, and
//     a goroutine that writes to it waits. The node's lock must not be held meanwhile, or no
//     goroutine could fence the tasks that run.
type speaker struct {
	mu    sync.Mutex // taken while Node.mu is held
	out   []func()   // messages to send
	more  chan struct{}
	ended chan struct{} // closed after the last message
}

func newSpeaker() *speaker { return &speaker{more: make(chan struct{}, 1), ended: make(chan struct{})} }

// say sends something later.
func (s *speaker) say(f func()) {
	s.mu.Lock()
	s.out = append(s.out, f)
	s.mu.Unlock()
	poke(s.more)
}

// run sends what is to be said until life ends, then the rest.
func (s *speaker) run(life context.Context) {
	defer close(s.ended)
	for {
		select {
		case <-s.more:
		case <-life.Done():
		}
		s.mu.Lock()
		out := s.out
		s.out = nil
		s.mu.Unlock()
		for _, f := range out {
			f()
		}
		if len(out) == 0 && life.Err() != nil {
			return
		}
	}
}

// said waits until all is sent that was to be said before.
func (s *speaker) said(ctx context.Context) error {
	done := make(chan struct{})
	s.say(func() { close(done) })
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
