package strand

// NewAdder returns a reducer that adds integers, or counts:
//
//	*total.View() += n
//
// Sums are those of T, and wrap as they do. For float64, whose sum depends on the order, there is NewExact.
// NewAdder never blocks, and never panics.
func NewAdder[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr]() *Reducer[T] {
	return NewReducer(func() T { return 0 }, func(left, right T) T { return left + right })
}
