package strand

// NewAppender returns a reducer that appends: its value has what all tasks have appended to their
// views, in serial order. A merge copies the later view, so each element is copied at most once for
// each level of steals. NewAppender never blocks, and never panics.
func NewAppender[E any]() *Reducer[[]E] {
	return NewReducer(func() []E { return nil }, func(left, right []E) []E { return append(left, right...) })
}
