package feed

import (
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// batch is a row of values, and their results. The reader fills slots from the front; who closes the
// batch first, as it is full or has been open for too long, offers what it has.
type batch struct {
	row                // the slots
	size  int          // how many there are
	word  atomic.Int64 // how many are filled, at most one less than there are; negative once it is closed
	count int          // how many values are offered
	first int          // the index of the first
	body  func(p *skua.Part)

	good   int  // the results of so many values hold; under mu until done
	done   bool // under mu
	broken bool // a call of the user's function did not return; under mu
}

// row is what the protocol asks of slots: once for a batch, or for a part of it, never for each value.
type row interface {
	grow() // makes room for the results
	// run runs the values of p, or without p all, in stretch s. It stops at one that has no result, and
	// returns which: the number of all values if there is none.
	run(s *call.Stretch, p *skua.Part) int
	useUp() bool // yields the good results, if they are wanted, forgets all, and reports whether more are wanted
}

// closed is the bit of word that says so.
const closed = -1 << 63

// close closes the batch, and returns with how many values, or a negative number if it was closed.
func (b *batch) close() int { return int(b.word.Or(closed)) } // ORDER: one goroutine closes it, and acquires what add published

// slots is a batch with its values and results. Its methods are compiled for each pair of types: what
// needs none belongs to batch or relay.
type slots[E, R any] struct {
	batch
	feed    *Feed[E, R]
	values  []E
	results []R
}

func (s *slots[E, R]) grow() { s.results = slices.Grow(s.results[:0], s.count)[:s.count] }

func (s *slots[E, R]) run(in *call.Stretch, p *skua.Part) int {
	if p == nil {
		i := 0
		for i < s.count && s.value(in, i) {
			i++
		}
		return i
	}
	for s.value(in, p.Index()) {
		if !p.Next() {
			return s.count
		}
	}
	return p.Index()
}

// value runs value i, and reports whether it has a result.
func (s *slots[E, R]) value(in *call.Stretch, i int) (ok bool) {
	s.results[i], ok = s.feed.Each(in, s.first+i, s.values[i])
	return ok
}

func (s *slots[E, R]) useUp() bool {
	if s.feed.Yield != nil {
		for _, result := range s.results[:s.good] {
			if !s.feed.Yield(result) {
				return false
			}
		}
	}
	clear(s.values[:s.count])
	clear(s.results)
	return true
}

// filler is the reader's end of a relay.
//
// NOT: embedding relay. The compiler then makes wrappers of its 50 methods for each pair of types.
type filler[E, R any] struct {
	relay *relay
	slots *slots[E, R] // those of the open batch
	n     int          // how many of them are filled
}

// newFiller returns a filler for the values of f from the given-th on. begin comes next.
func newFiller[E, R any](f *Feed[E, R], given int) *filler[E, R] {
	return &filler[E, R]{relay: newRelay(f.terms, given, int(reflect.TypeFor[E]().Size()), func() *batch {
		s := &slots[E, R]{feed: f}
		s.row = s
		return &s.batch
	})}
}

// begin opens a batch, and reports whether anything is run still.
func (r *filler[E, R]) begin() bool {
	b := r.relay.begin()
	if b == nil {
		return false
	}
	s := b.row.(*slots[E, R])
	s.values = slices.Grow(s.values[:0], s.size)[:s.size]
	r.slots, r.n = s, 0
	return true
}

// push adds a value, and reports whether the sequence is to go on.
func (r *filler[E, R]) push(v E) bool {
	s, n := r.slots, r.n
	s.values[n] = v
	r.n = n + 1
	switch {
	case n+1 == len(s.values):
		if r.relay.offer(&s.batch) {
			return r.relay.room() && r.begin()
		}
	// ORDER: publishes v to close, on whichever goroutine
	case s.word.Add(1) > 0:
		return true
	}
	// the batch was closed without v
	clear(s.values[n : n+1])
	if !r.begin() {
		return r.relay.room()
	}
	return r.push(v)
}
