package batch

import "context"

// A Source gives items to the slots of the hosts. Safe for concurrent use.
type Source interface {
	// Next returns the next item for a slot, which has a number of its own from 0 among
	// the slots of all hosts. It blocks while inputs may still come, and returns false when
	// there are none left or ctx has ended.
	Next(ctx context.Context, slot int) (*Item, bool)

	// Return takes an item back that was not started, or that will be executed again. A
	// slot whose Next waits, or has returned false, may be given it: see Run.
	Return(it *Item)

	// Total is the number of inputs as far as it is known, and whether more may come.
	Total() (n int, more bool)
}
