package hash

import "sync"

// An order passes on the results of a fork-join computation in the order of the
// sequential program, each as soon as all earlier ones are known.
//
// A task owns a slot, its place in the output. A task that divides its work cuts
// its slot and gives the pieces away. In the end the owner fills its slot, with a
// result or with nothing. Never two tasks own one slot.
//
// Invariants:
//
//	I1  The slots from head on are a list in the order of the output.
//	I2  next of a slot is its owner's until the slot is filled, then guarded by mu.
//	I3  head is not filled whenever mu is free, or nil after the last result.
//
// The results that wait are those of files which thieves finished ahead of the
// slowest one. emit runs under mu, so a reader that is slower than the workers
// stops them, instead of filling the memory.
//
// It does for results what the reducer_ostream of Cilk does for output: Frigo,
// Halpern, Leiserson and Lewin-Berlin, Reducers and Other Cilk++ Hyperobjects,
// SPAA 2009.
type order[T any] struct {
	emit func(T)

	mu   sync.Mutex
	head *slot[T]
}

type slot[T any] struct {
	next   *slot[T]
	filled bool
	value  *T // nil if the slot was filled with nothing
}

// newOrder returns an order and the slot of its first task.
func newOrder[T any](emit func(T)) (*order[T], *slot[T]) {
	first := &slot[T]{}
	return &order[T]{emit: emit, head: first}, first
}

// cut makes n slots of s, in order, of which s is the first. Owner of s only.
func (s *slot[T]) cut(n int) []*slot[T] {
	rest := make([]slot[T], n-1)
	slots := make([]*slot[T], n)
	slots[0] = s
	end := s.next
	for k := range rest {
		slots[k].next, slots[k+1] = &rest[k], &rest[k]
	}
	slots[n-1].next = end
	return slots
}

// fill ends the ownership of s with the result v, or with nothing if v is nil.
// It passes on all results that now have none missing before them.
func (o *order[T]) fill(s *slot[T], v *T) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s.value, s.filled = v, true
	for o.head != nil && o.head.filled {
		if o.head.value != nil {
			o.emit(*o.head.value)
		}
		o.head = o.head.next
	}
}
