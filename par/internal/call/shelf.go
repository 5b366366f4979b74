package call

import "sync"

// A Shelf holds things of which a worker needs one for a time, and then leaves it to the
// next worker. So, but in race builds, no more are made than are in use at a time. Safe for concurrent use.
type Shelf[T any] struct {
	mu   sync.Mutex
	Free []T // all of them, when no worker has one
}

// Take returns one that no worker uses, if there is one. In race builds there is none: what one worker
// leaves to the next would order their calls of the user's functions.
func (s *Shelf[T]) Take() (x T, ok bool) {
	if Raced {
		return x, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.Free) - 1
	if last < 0 {
		return x, false
	}
	x = s.Free[last]
	s.Free = s.Free[:last]
	return x, true
}

// Give puts one back.
func (s *Shelf[T]) Give(x T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Free = append(s.Free, x)
}
