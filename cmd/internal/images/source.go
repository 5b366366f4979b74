package images

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// A Source gives the works of a plan to the slots of the hosts as items whose Payload is a
// *Work: the largest pictures first, so that none of them is left alone at the end. An
// item's Seq is the place of its input among all inputs of the plan, from 1, whether or
// not some are up to date: so a joblog means the same inputs in the next run.
type Source struct {
	mu     sync.Mutex
	items  []*batch.Item // the next one last
	total  int
	weight float64
}

// Source returns the works that are not up to date as items. In a joblog each is the
// command with its input behind it.
func (p *Plan) Source(command string) *Source {
	s := &Source{}
	for i, w := range p.Works {
		if w.current {
			continue
		}
		it := &batch.Item{Seq: i + 1, First: len(s.items), Inputs: 1, Label: command + " " + w.Input, Attempt: 1, Payload: w}
		if w.Err == nil {
			it.Weight, it.Memory = w.weight(), w.memory
		}
		it.Memory = max(it.Memory, 1) // what is known to fail needs none; 0 would be unknown
		s.items = append(s.items, it)
		s.weight += it.Weight
	}
	slices.SortStableFunc(s.items, func(a, b *batch.Item) int { return cmp.Compare(a.Weight, b.Weight) })
	s.total = len(s.items)
	return s
}

// weight is about what a work costs: pixels that are read or written.
func (w *Work) weight() float64 {
	pixels := float64(w.Header.Width) * float64(w.Header.Height)
	for _, out := range w.Outputs {
		pixels += float64(out.Width) * float64(out.Height)
	}
	return pixels
}

// Next returns the largest item that is left. It never blocks.
func (s *Source) Next(ctx context.Context, _ int) (*batch.Item, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.items) == 0 || ctx.Err() != nil {
		return nil, false
	}
	it := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return it, true
}

// Return makes an item the next one.
func (s *Source) Return(it *batch.Item) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, it)
}

// Weight returns the sum of the weights of all items, for telling the time that is left.
func (s *Source) Weight() float64 { return s.weight }

// Total returns the number of items, which is known from the start.
func (s *Source) Total() (n int, more bool) { return s.total, false }
