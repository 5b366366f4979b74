// Package strand is what the tests need of the real one: signatures.
package strand

type Holder[T any] struct{ fresh func() T }

func NewHolder[T any](fresh func() T) *Holder[T] { return nil }

type Reducer[T any] struct{ merge func(left, right T) T }

func NewReducer[T any](identity func() T, merge func(left, right T) T) *Reducer[T] { return nil }

func (h *Holder[T]) View() *T { return nil }
