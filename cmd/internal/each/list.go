package each

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// A listSource gives one command for each input, or for each n inputs. Items come in the order
// of inputs, or longest first if weight is set; then all inputs are read before the first.
// An item that was returned comes before new ones.
type listSource struct {
	feed
	maker
	n      int  // inputs a command
	insert bool // they are put into the command; -n 0 reads one and inserts none
	fit    fitter
	weight func(label string) float64

	seq, first int // of the last item; of the next input
	sorted     []*batch.Item
	all        bool    // sorted has all items that there will be
	sum        float64 // of the weights of all items, if they are all known
}

// Weight is the sum of the weights of all items, 0 while not all are known.
func (l *listSource) Weight() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sum
}

// Next returns the next item: see batch.Source.
func (l *listSource) Next(ctx context.Context, slot int) (*batch.Item, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ctx.Err() == nil {
		if it := l.back(); it != nil {
			l.place(it, slot)
			return it, true
		}
		l.fill()
		if l.readsAll() {
			if it, ok, ready := l.heaviest(slot); ready {
				return it, ok
			}
		} else if it, ok, ready := l.following(slot); ready {
			return it, ok
		}
		l.wait(ctx)
	}
	return nil, false
}

// readsAll tells whether all inputs must be known before the first item.
func (l *listSource) readsAll() bool { return l.weight != nil || l.command.UsesTotal() }

// following makes the item of the next inputs. It is not ready while they may still come.
func (l *listSource) following(slot int) (it *batch.Item, ok, ready bool) {
	if len(l.held) == 0 || len(l.held) < l.n && l.reading {
		return nil, false, l.ended
	}
	n, err := l.fit.list(l.command, l.held[:min(l.n, len(l.held))], l.insert, l.seq+1)
	if err != nil {
		l.fail(fmt.Errorf("input %d: %w", l.first+1, err))
		return nil, false, true
	}
	l.seq++
	it = l.item(l.seq, l.first, l.take(n), l.insert, slot)
	l.first += n
	return it, true, true
}

// heaviest gives the items out by weight, once all inputs are read. Those whose weight is not
// known come first: they may be the longest.
func (l *listSource) heaviest(slot int) (it *batch.Item, ok, ready bool) {
	if !l.ended {
		return nil, false, false
	}
	if !l.all {
		l.makeAll(slot)
	}
	if len(l.sorted) == 0 {
		return nil, false, true
	}
	it = l.sorted[0]
	l.sorted = l.sorted[1:]
	l.place(it, slot)
	return it, true, true
}

func (l *listSource) makeAll(slot int) {
	l.all = true
	for it, ok, _ := l.following(slot); ok; it, ok, _ = l.following(slot) {
		l.sorted = append(l.sorted, it)
	}
	l.total = len(l.sorted)
	if l.weight == nil {
		return
	}
	known := true
	for _, it := range l.sorted {
		it.Weight = l.weight(it.Label)
		l.sum += it.Weight
		known = known && it.Weight > 0
	}
	if !known {
		l.sum = 0
	}
	slices.SortStableFunc(l.sorted, heavier)
}

// heavier compares by weight: unknown first, then from the longest to the shortest.
func heavier(a, b *batch.Item) int {
	switch {
	case a.Weight == b.Weight:
		return 0
	case a.Weight == 0:
		return -1
	case b.Weight == 0:
		return 1
	}
	return cmp.Compare(b.Weight, a.Weight)
}
