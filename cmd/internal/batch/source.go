package batch

import "context"

// A Source gives items to the slots of the hosts. Safe for concurrent use.
type Source interface {
	// Next returns the next item for a slot, which has a number of its own from 0 among
	// the slots of all hosts; numbers are used again when slots go and come. It blocks while
	// inputs may still come, and returns false when it has no item and no input is left, or
	// when ctx has ended. Where an item has come back by Return, Next gives that to any slot.
	Next(ctx context.Context, slot int) (*Item, bool)

	// Return takes an item back that was not started, or that will be executed again. It
	// wakes a Next that blocks. Those that have returned false already Run asks again.
	Return(it *Item)

	// Total is the number of inputs as far as it is known, and whether more may come.
	Total() (n int, more bool)
}

// A Weigher is a Source that knows the sum of the Weights of all its items, from which
// the time that is left can be estimated better than from their number.
type Weigher interface {
	// Weight returns the sum, or 0 if it is not known (yet).
	Weight() float64
}
