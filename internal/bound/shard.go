package bound

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
)

// A shard has the workers of goroutines that found their slot taken, with its own lock.
type shard[W any] struct {
	mu    park.Mutex
	lists []*Note[W]   // linked by next; a power of two of them
	n     atomic.Int64 // notes; written under mu
	_     pad.Narrow
}

// fewLists is the size of the smallest shard: arbitrary.
const fewLists = 4

// list returns the list for a name.
//
//go:norace
func (s *shard[W]) list(name uintptr) **Note[W] {
	return &s.lists[(name>>7^name>>16)&uintptr(len(s.lists)-1)]
}

// named returns the first note of that name in the list that begins with e, or nil.
//
//go:norace
func (e *Note[W]) named(name uintptr) *Note[W] {
	for e != nil && e.name != name {
		e = e.next
	}
	return e
}

// first returns the innermost note of that name here, or nil. Under mu.
//
//go:norace
func (s *shard[W]) first(name uintptr) *Note[W] {
	if s.n.Load() == 0 {
		return nil
	}
	return (*s.list(name)).named(name)
}

// add notes e.
//
//go:norace
func (s *shard[W]) add(e *Note[W]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if int(s.n.Load()) >= len(s.lists) {
		s.resize(max(fewLists, 2*len(s.lists)))
	}
	first := s.list(e.name)
	e.next = *first
	*first = e
	s.n.Add(1) // ORDER: none: who looks without the lock wants to know of its own goroutine only
}

// remove takes back what add noted.
//
//go:norace
func (s *shard[W]) remove(e *Note[W]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if invariant.Enabled && s.first(e.name) != e {
		invariant.Fail("skua/bound: a goroutine leaves a worker that is not its innermost one (G2)")
	}
	at := s.list(e.name)
	for *at != e {
		at = &(*at).next
	}
	*at = e.next
	n := int(s.n.Add(-1)) // ORDER: as above
	if len(s.lists) > fewLists && 8*n < len(s.lists) {
		s.resize(max(fewLists, len(s.lists)/4))
	}
}

// resize gives the shard another size; the order in which notes of one name come
// stays. Under mu.
//
//go:norace
func (s *shard[W]) resize(n int) {
	old := s.lists
	s.lists = make([]*Note[W], n)
	for _, e := range old {
		for e != nil {
			end := s.list(e.name)
			for *end != nil {
				end = &(*end).next
			}
			*end, e, e.next = e, e.next, nil
		}
	}
}
