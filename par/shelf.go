package par

import "sync"

// A shelf holds things of which a worker needs one for a time and leaves it to the
// next: so many are made as were needed at a time. Safe for concurrent use.
type shelf[T any] struct {
	mu   sync.Mutex
	free []T // all of them, when nobody has one
}

// take returns one that nobody uses, if there is one.
func (s *shelf[T]) take() (x T, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.free) - 1
	if last < 0 {
		return x, false
	}
	x = s.free[last]
	s.free = s.free[:last]
	return x, true
}

// give puts one back.
func (s *shelf[T]) give(x T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, x)
}
