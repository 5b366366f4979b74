package batch

import (
	"context"
	"sync"
)

// A Budget is memory that items share. It admits them first come, first served: one
// that is large is not overtaken for ever by small ones. Safe for concurrent use.
//
// Invariants, under mu:
//
//	B1  used is the sum of what was taken and not released.
//	B2  used ≤ limit, unless holders = 1: an item larger than the limit runs alone.
//	B3  The first of waiting does not fit. So a call that makes room, or changes what is
//	    learned, admits from the front before it lets go of mu.
type Budget struct {
	limit int64

	mu      sync.Mutex
	used    int64
	holders int
	waiting []*waiter
	learned need
}

// A waiter is an Acquire that waits.
type waiter struct {
	need     int64 // 0 if not known
	taken    int64
	admitted chan struct{} // closed under mu
}

// NewBudget returns a budget of that many bytes. Items whose need is not known are
// counted as what the Budget has learned of those that have ended.
func NewBudget(bytes int64) *Budget {
	if bytes <= 0 {
		panic("batch: NewBudget of no memory")
	}
	return &Budget{limit: bytes}
}

// Acquire waits until need bytes are free, and takes them. It returns what to give to
// Release, or the cause if ctx ends before. A need of 0 is one that is not known. What is
// larger than the whole budget waits until nothing else is admitted.
func (b *Budget) Acquire(ctx context.Context, need int64) (taken int64, err error) {
	b.mu.Lock()
	if len(b.waiting) == 0 {
		if taken, ok := b.admit(need); ok {
			b.mu.Unlock()
			return taken, nil
		}
	}
	w := &waiter{need: need, admitted: make(chan struct{})}
	b.waiting = append(b.waiting, w)
	b.mu.Unlock()
	select {
	case <-w.admitted:
		return w.taken, nil
	case <-ctx.Done():
		return b.leave(ctx, w)
	}
}

// leave ends the wait of w, which may have been admitted in the meantime.
func (b *Budget) leave(ctx context.Context, w *waiter) (int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, other := range b.waiting {
		if other == w {
			b.waiting = append(b.waiting[:i], b.waiting[i+1:]...)
			b.advance() // w may have been the one that did not fit
			return 0, context.Cause(ctx)
		}
	}
	return w.taken, nil
}

// admit takes need, or what is learned of such needs, if that is free.
func (b *Budget) admit(need int64) (taken int64, ok bool) {
	if need <= 0 {
		need = b.learned.guess(b.limit)
	}
	if b.holders > 0 && need > b.limit-b.used {
		return 0, false
	}
	b.used += need
	b.holders++
	return need, true
}

// advance admits from the front.
func (b *Budget) advance() {
	for len(b.waiting) > 0 {
		w := b.waiting[0]
		taken, ok := b.admit(w.need)
		if !ok {
			return
		}
		b.waiting[0] = nil
		b.waiting = b.waiting[1:]
		w.taken = taken
		close(w.admitted)
	}
}

// Release gives back what Acquire took.
func (b *Budget) Release(taken int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= taken
	b.holders--
	b.advance()
}

// Learn notes how much memory an item of unknown need has used; 0 is ignored.
func (b *Budget) Learn(used int64) {
	if used <= 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.learned.note(used)
	b.advance()
}

// A need is what is known of needs that are not known.
type need struct {
	most  int64 // of the present round
	last  int64 // of the round before
	count int
}

// learnRound is how many items a round has: what used much is forgotten after two of them.
// It is arbitrary: longer than a handful of small items among large ones.
const learnRound = 100

func (n *need) note(used int64) {
	n.most = max(n.most, used)
	if n.count++; n.count == learnRound {
		n.last, n.most, n.count = n.most, 0, 0
	}
}

// guess is a quarter above the most that was used. Before anything is known it is half
// the limit, so that two items run to learn from.
func (n *need) guess(limit int64) int64 {
	most := max(n.most, n.last)
	if most == 0 {
		return limit/2 + limit%2
	}
	return most + most/4
}
