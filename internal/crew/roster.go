package crew

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
)

// roster lists the workers on which there can be work: the residents, and the
// guests that are inside or wait for the next caller. Anyone goes round it without
// a lock; add and remove are under the pool's.
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
type roster struct {
	list  atomic.Pointer[[]entry]
	holes []int // entries of the list that are nil
}

type entry = atomic.Pointer[Worker]

// FewEntries is a length below which lists are not made shorter: arbitrary.
const FewEntries = 32

func (r *roster) init() {
	// ORDER: no other goroutine knows the pool yet.
	r.list.Store(new([]entry))
}

// Entries returns the list as it is now.
func (r *roster) Entries() []entry { return *r.list.Load() }

// Each calls yield for every worker on the roster.
func (r *roster) Each(yield func(*Worker) bool) {
	list := r.Entries()
	for i := range list {
		if w := list[i].Load(); w != nil && !yield(w) {
			return
		}
	}
}

// add puts w, which is complete, on the roster.
func (r *roster) add(w *Worker) {
	list := r.Entries()
	if n := len(r.holes); n > 0 {
		w.Entry, r.holes = r.holes[n-1], r.holes[:n-1]
		// ORDER: the worker is complete before thieves see it.
		list[w.Entry].Store(w)
		r.check(w)
		return
	}
	if len(list) == cap(list) {
		list = copied(list, 2*len(list)+1)
	}
	w.Entry = len(list)
	list = list[:w.Entry+1] // thieves with the shorter list do not look there
	// ORDER: worker and list are complete before thieves see them, here and in the
	// next line.
	list[w.Entry].Store(w)
	r.list.Store(&list)
	r.check(w)
}

// remove takes w off the roster. Its stacks, loops and queues are empty.
func (r *roster) remove(w *Worker) {
	r.check(w)
	list := r.Entries()
	// ORDER: after all work of w has ended: a thief that loaded w before this finds nothing there.
	list[w.Entry].Store(nil)
	r.holes = append(r.holes, w.Entry)
	if len(list) > FewEntries && 2*len(r.holes) > len(list) {
		list = copied(list, len(list)-len(r.holes))
		r.holes = nil
		// ORDER: the list is complete before thieves load it. Those with the old list find
		// in it all workers that were on the roster when they loaded it.
		r.list.Store(&list)
	}
}

// check panics if w, which is on the roster, has not its entry in the list, or if other
// entries than the holes are nil. Under the pool's lock.
func (r *roster) check(w *Worker) {
	if !invariant.Enabled {
		return
	}
	list, none := r.Entries(), 0
	for i := range list {
		if list[i].Load() == nil {
			none++
		}
	}
	if w.Entry >= len(list) || list[w.Entry].Load() != w || none != len(r.holes) {
		invariant.Fail(fmt.Sprintf("skua/crew: a worker has entry %d of %d, of which %d are empty and %d counted so (R1)",
			w.Entry, len(list), none, len(r.holes)))
	}
}

// copied returns a list with room for n workers that holds those of old. Without
// holes in old every worker has the same entry in it.
func copied(old []entry, n int) []entry {
	list := make([]entry, 0, n)
	for i := range old {
		if w := old[i].Load(); w != nil {
			w.Entry = len(list)
			list = list[:w.Entry+1]
			list[w.Entry].Store(w) // ORDER: no other goroutine knows the list yet
		}
	}
	return list
}
