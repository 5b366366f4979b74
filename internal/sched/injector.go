package sched

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// injector holds tasks that were spawned from outside any worker, by scope, so
// that who waits for a scope can find its tasks. Safe for concurrent use.
type injector struct {
	mu     park.Mutex
	scopes []*Scope // those with a task in their inbox
	size   atomic.Int64
}

func (in *injector) push(t *Task) {
	in.mu.Lock()
	defer in.mu.Unlock()
	s := t.scope
	if len(s.inbox) == 0 {
		in.scopes = append(in.scopes, s)
	}
	s.inbox = append(s.inbox, t)
	// ORDER: after the task is in, so who sees it counted finds it.
	in.size.Add(1)
}

// take removes the oldest task of the scope that has waited longest, or
// returns nil.
func (in *injector) take() *Task {
	if in.size.Load() == 0 {
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(in.scopes) == 0 {
		return nil
	}
	s := in.scopes[0]
	copy(in.scopes, in.scopes[1:]) // the next task comes from another scope
	in.scopes[len(in.scopes)-1] = s
	return in.pop(s)
}

// takeFrom removes the oldest task of s, or returns nil.
func (in *injector) takeFrom(s *Scope) *Task {
	if in.size.Load() == 0 {
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(s.inbox) == 0 {
		return nil
	}
	return in.pop(s)
}

// pop is under mu.
func (in *injector) pop(s *Scope) *Task {
	t := s.inbox[0]
	s.inbox[0] = nil
	s.inbox = s.inbox[1:]
	in.size.Add(-1) // ORDER: under mu; who reads 0 linearises before the next push
	if len(s.inbox) == 0 {
		s.inbox = nil
		in.scopes = slices.DeleteFunc(in.scopes, func(x *Scope) bool { return x == s })
	}
	return t
}
