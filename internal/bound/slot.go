package bound

import "sync/atomic"

// A slot has the workers of one goroutine, of those whose names lead here: the one that came when the slot
// was empty, until it has left all of them. That takes no lock: nobody else changes a slot that is not empty.
type slot[W any] struct {
	innermost atomic.Pointer[Note[W]] // linked by next
	_         [56]byte                // a cache line: callers write it
}

// of returns the innermost note of that name, the caller's, or nil.
//
//go:norace
func (s *slot[W]) of(name uintptr) *Note[W] {
	if e := s.innermost.Load(); e != nil && e.Self.Load() == name {
		return e
	}
	return nil
}

// push notes e, whose name is the caller's, and reports true, unless another goroutine has the slot.
//
//go:norace
func (s *slot[W]) push(e *Note[W]) bool {
	e.next = s.of(e.name)
	// ORDER: against the CAS of another goroutine that finds the slot empty. A note of the caller's stays, as
	// nobody else takes it back.
	return s.innermost.CompareAndSwap(e.next, e)
}

// pop takes e back, and reports true, unless it is in a shard.
//
//go:norace
func (s *slot[W]) pop(e *Note[W]) bool {
	if s.innermost.Load() != e {
		return false
	}
	s.innermost.Store(e.next) // ORDER: as push: after it the slot may be another goroutine's
	return true
}
