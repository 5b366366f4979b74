package sched

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// injector lists the scopes whose inbox holds tasks: those that were spawned
// from outside any worker, by scope, so that who waits for a scope can find its
// tasks. Safe for concurrent use. Its lock is taken inside that of a scope.
//
// Many tasks in an inbox are one piece of public work for internal/sleep: the
// first is posted; who takes some and leaves others is a searcher, which wakes
// the next one, or is busy, and looks again before it rests. So a push costs no
// look at the sleepers unless the inbox was empty.
type injector struct {
	mu     park.Mutex
	scopes []*Scope
	size   atomic.Int64 // of scopes
}

func (in *injector) add(s *Scope) {
	in.mu.Lock()
	in.scopes = append(in.scopes, s)
	in.resize()
	in.mu.Unlock()
}

func (in *injector) remove(s *Scope) {
	in.mu.Lock()
	in.scopes = slices.DeleteFunc(in.scopes, func(x *Scope) bool { return x == s })
	in.resize()
	in.mu.Unlock()
}

// resize is under mu.
func (in *injector) resize() {
	// ORDER: under mu, and under the lock of the scope that came or went: who
	// reads 0 linearises before the push that lists the next one.
	in.size.Store(int64(len(in.scopes)))
}

// next returns the scope that has waited longest, and puts it behind the others.
func (in *injector) next() *Scope {
	if in.size.Load() == 0 {
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(in.scopes) == 0 {
		return nil
	}
	s := in.scopes[0]
	copy(in.scopes, in.scopes[1:])
	in.scopes[len(in.scopes)-1] = s
	return s
}

// len returns how many tasks are in the inboxes.
func (in *injector) len() (n int) {
	in.mu.Lock()
	scopes := slices.Clone(in.scopes)
	in.mu.Unlock()
	for _, s := range scopes {
		s.mu.Lock()
		n += s.inbox.n
		s.mu.Unlock()
	}
	return n
}

// injected removes the oldest tasks of the scope that has waited longest: one to
// run, others for w's queue.
func (w *Worker) injected() *Task {
	in := &w.pool.injector
	for s := in.next(); s != nil; s = in.next() {
		if t := s.take(w); t != nil {
			return t
		}
	}
	return nil
}

// put adds a task to the inbox and reports whether it is the only one there.
func (s *Scope) put(body any) (first bool) {
	s.mu.Lock()
	if first = s.inbox.n == 0; first {
		s.pool.injector.add(s) // ORDER: before the lock is free: listed as long as not empty (I4)
	}
	s.inbox.put(s, body)
	s.mu.Unlock()
	return first
}

// take removes the oldest tasks of the inbox: one, which it returns, and others
// for w's queue, up to half of them all.
func (s *Scope) take(w *Worker) *Task {
	var batch [maxBatch]*Task
	s.mu.Lock()
	n := s.inbox.take(batch[:w.share(s.inbox.n)])
	if n > 0 && s.inbox.n == 0 {
		s.pool.injector.remove(s)
	}
	s.mu.Unlock()
	if n > 1 {
		w.keep(batch[1:n])
	}
	return batch[0]
}
