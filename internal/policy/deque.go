package policy

import "slices"

// Deque says which deque of package deque holds a worker's spawned tasks.
type Deque uint8

const (
	DequeLocked Deque = iota
	DequeABP
	DequeChaseLev
	DequeStealHalf
	DequeSplit
)

var dequeNames = []string{"locked", "abp", "chaselev", "stealhalf", "split"}

// ParseDeque returns the deque of that name.
func ParseDeque(name string) (Deque, error) {
	i, err := pick("deque", name, dequeNames)
	return Deque(i), err
}

// Deques returns the names of all, that of the default first.
func Deques() []string { return slices.Clone(dequeNames) }
