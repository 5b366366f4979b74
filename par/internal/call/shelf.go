package call

import (
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
)

// A Shelf holds things of which a worker needs one for a time, and then leaves it to the next
// worker. So, but in race builds, no more are made than are in use at a time. Safe for concurrent
// use.
type Shelf[T any] struct {
	NoCalls bool // no function of the user's is called between a Take and its Give: constant

	mu   sync.Mutex
	Free []T                  // all of them, when no worker has one
	own  map[*skua.Worker]int // where in Free the one of a worker is, for parts that are steady
}

// TakeFor is Take for a part of a loop, or nil, which gives back what it has by GiveFor. Where nothing
// may depend on time (skua.Part.Steady) a worker gets the one that it had before, and no other one.
func (s *Shelf[T]) TakeFor(p *skua.Part) (x T, ok bool) {
	if p == nil || !p.Steady() {
		return s.Take()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.own[p.Worker()]
	if ok {
		x = s.Free[at]
	}
	return x, ok
}

// GiveFor puts back what the part has.
func (s *Shelf[T]) GiveFor(p *skua.Part, x T) {
	if p == nil || !p.Steady() {
		s.Give(x)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.own[p.Worker()]; ok {
		return
	}
	if s.own == nil {
		s.own = map[*skua.Worker]int{}
	}
	s.own[p.Worker()] = len(s.Free)
	s.Free = append(s.Free, x)
}

// Take returns one that no worker uses, if there is one. In race builds there is none: what one worker
// leaves to the next would order their calls of the user's functions, unless there are none.
func (s *Shelf[T]) Take() (x T, ok bool) {
	if apart.On() && !s.NoCalls {
		return x, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.Free) - 1
	if last < 0 {
		return x, false
	}
	x = s.Free[last]
	s.Free = s.Free[:last]
	return x, true
}

// Give puts one back.
func (s *Shelf[T]) Give(x T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Free = append(s.Free, x)
}
