package roster

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
)

// Roster lists the workers on which there can be work: the residents, and the
// guests that are inside or wait for the next caller. Anyone goes round it without
// a lock; Add and Remove are under the pool's. Init comes first.
//
// Invariants:
//
//	R1  A worker on the roster has an entry in the current list; all other entries are nil.
//	R2  A thief that loads the list finds in it every worker that is on the roster then,
//	    unless it is removed meanwhile: a worker stays in every list that it is in until
//	    it is removed, and a list is complete before it replaces another.
//
// So a worker that announced to sleep, and loads the list after that, searches
// all workers whose work was public before (internal/sleep, falling asleep).
//
// Cost: an entry is taken or left in constant time on average, whatever the number of
// workers, and a list has at most twice as many entries as workers, or a few.
//
// W is the type of the workers, in which there is an Entry.
type Roster[W any, P member[W]] struct {
	list  atomic.Pointer[[]atomic.Pointer[W]]
	holes []int // entries of the list that are nil
}

// Entry is what a worker knows of the roster: which entry of the list it has. Under the pool's lock.
type Entry struct{ k int }

func (e *Entry) at() *int { return &e.k }

type member[W any] interface {
	*W
	at() *int
}

// Few is a length below which lists are not made shorter: arbitrary.
const Few = 32

// Init makes the list, which is empty.
func (r *Roster[W, P]) Init() {
	// ORDER: no other goroutine knows the pool yet.
	r.list.Store(new([]atomic.Pointer[W]))
}

// Entries returns the list as it is now.
func (r *Roster[W, P]) Entries() []atomic.Pointer[W] { return *r.list.Load() }

// Each calls yield for every worker on the roster.
func (r *Roster[W, P]) Each(yield func(*W) bool) {
	list := r.Entries()
	for i := range list {
		if w := list[i].Load(); w != nil && !yield(w) {
			return
		}
	}
}

// Add puts w, which is complete, on the roster.
func (r *Roster[W, P]) Add(w *W) {
	list := r.Entries()
	if n := len(r.holes); n > 0 {
		k := r.holes[n-1]
		*P(w).at(), r.holes = k, r.holes[:n-1]
		// ORDER: the worker is complete before thieves see it.
		list[k].Store(w)
		r.check(w)
		return
	}
	if len(list) == cap(list) {
		list = copied[W, P](list, 2*len(list)+1)
	}
	list = added[W, P](list, w) // beyond the end of the list that thieves have
	// ORDER: worker and list are complete before thieves see them.
	r.list.Store(&list)
	r.check(w)
}

// Remove takes w off the roster. Its stacks, loops and queues are empty.
func (r *Roster[W, P]) Remove(w *W) {
	r.check(w)
	list := r.Entries()
	// ORDER: after all work of w has ended: a thief that loaded w before this finds nothing there.
	list[*P(w).at()].Store(nil)
	r.holes = append(r.holes, *P(w).at())
	if len(list) > Few && 2*len(r.holes) > len(list) {
		list = copied[W, P](list, len(list)-len(r.holes))
		r.holes = nil
		// ORDER: the list is complete before thieves load it. Those with the old list find
		// in it all workers that were on the roster when they loaded it.
		r.list.Store(&list)
	}
}

// check panics if the list has not w, which is on the roster, at its entry, or if the number of nil
// entries is not that of holes (R1). Under the pool's lock.
func (r *Roster[W, P]) check(w *W) {
	if !invariant.Enabled {
		return
	}
	list, none := r.Entries(), 0
	for i := range list {
		if list[i].Load() == nil {
			none++
		}
	}
	if k := *P(w).at(); k >= len(list) || list[k].Load() != w || none != len(r.holes) {
		invariant.Fail(fmt.Sprintf("skua/roster: a worker has entry %d of %d, of which %d are empty and %d counted so (R1)",
			k, len(list), none, len(r.holes)))
	}
}

// copied returns a list with room for n workers that holds those of old, each at the same entry if old
// has no holes.
func copied[W any, P member[W]](old []atomic.Pointer[W], n int) []atomic.Pointer[W] {
	list := make([]atomic.Pointer[W], 0, n)
	for i := range old {
		if w := old[i].Load(); w != nil {
			list = added[W, P](list, w)
		}
	}
	return list
}

// added returns the list with w as its last entry: it has room.
func added[W any, P member[W]](list []atomic.Pointer[W], w *W) []atomic.Pointer[W] {
	k := len(list)
	*P(w).at() = k
	list = list[:k+1]
	list[k].Store(w) // ORDER: before a list as long as this is stored; the lists that thieves have end before k
	return list
}
