package cases

import (
	"sync"

	gamma "github.com/gammazero/deque"

	"github.com/skua-go/skua/deque"
)

// channelEnds is a buffered channel: a queue, whose owner does not get back what it
// sent last.
type channelEnds chan *uint64

func (c channelEnds) Push(x *uint64) bool { c <- x; return true }

func (c channelEnds) Pop() (*uint64, deque.Outcome) {
	select {
	case x := <-c:
		return x, deque.Got
	default:
		return nil, deque.Empty
	}
}

func (c channelEnds) Steal() (*uint64, deque.Outcome) { return c.Pop() }

// lockedSlice is what one writes without a second thought.
type lockedSlice struct {
	mu    sync.Mutex
	items []*uint64
}

func (s *lockedSlice) Push(x *uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, x)
	return true
}

func (s *lockedSlice) Pop() (*uint64, deque.Outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.items) - 1
	if last < 0 {
		return nil, deque.Empty
	}
	x := s.items[last]
	s.items = s.items[:last]
	return x, deque.Got
}

func (s *lockedSlice) Steal() (*uint64, deque.Outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.items) == 0 {
		return nil, deque.Empty
	}
	x := s.items[0]
	s.items = s.items[1:]
	return x, deque.Got
}

// gammaDeque is gammazero/deque, a ring that grows, under a lock.
type gammaDeque struct {
	mu    sync.Mutex
	items gamma.Deque[*uint64]
}

func (g *gammaDeque) Push(x *uint64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.items.PushBack(x)
	return true
}

func (g *gammaDeque) Pop() (*uint64, deque.Outcome) {
	return g.take((*gamma.Deque[*uint64]).PopBack)
}

func (g *gammaDeque) Steal() (*uint64, deque.Outcome) {
	return g.take((*gamma.Deque[*uint64]).PopFront)
}

func (g *gammaDeque) take(from func(*gamma.Deque[*uint64]) *uint64) (*uint64, deque.Outcome) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.items.Len() == 0 {
		return nil, deque.Empty
	}
	return from(&g.items), deque.Got
}
