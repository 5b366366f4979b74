package line

// Row is a list in the order of arrival, which anything in it may leave. The zero Row is empty. It is under
// a lock of its user's.
type Row[T any] struct {
	first, last *Spot[T]
	n           int
}

// Spot is a place in one row: a field of what stands there, so that to come and to go allocate nothing.
type Spot[T any] struct {
	before, after *Spot[T]
	of            *T
}

// In reports whether s is in a row.
func (s *Spot[T]) In() bool { return s.of != nil }

// Join puts of at the end of the row, in s, which is in none.
func (r *Row[T]) Join(s *Spot[T], of *T) {
	s.of, s.before = of, r.last
	*r.follow(r.last) = s
	r.last = s
	r.n++
}

// Leave takes s out of the row.
func (r *Row[T]) Leave(s *Spot[T]) {
	*r.follow(s.before) = s.after
	if s.after != nil {
		s.after.before = s.before
	} else {
		r.last = s.before
	}
	*s = Spot[T]{}
	r.n--
}

// follow returns where the spot is noted that comes after s; s is nil before the first.
func (r *Row[T]) follow(s *Spot[T]) **Spot[T] {
	if s == nil {
		return &r.first
	}
	return &s.after
}

// Len returns how many are in the row.
func (r *Row[T]) Len() int { return r.n }

// First returns what came first, or nil.
func (r *Row[T]) First() *T {
	if r.first == nil {
		return nil
	}
	return r.first.of
}

// Each calls yield for all, in the order of arrival, as long as it returns true. What yield is
// called for may leave meanwhile.
func (r *Row[T]) Each(yield func(of *T) bool) {
	for s := r.first; s != nil; {
		next := s.after
		if !yield(s.of) {
			return
		}
		s = next
	}
}
