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
//	R1  A worker on the roster has a place in the current list; all other places are nil.
//	R2  A thief that loads the list finds in it every worker that is on the roster then,
//	    unless it is removed meanwhile: a worker keeps its place until it is
//	    removed, and a list is complete before it replaces another.
//
// So a worker that announced to sleep, and loads the list after that, searches
// all workers whose work was public before (internal/sleep, falling asleep).
//
// Cost: a place is taken or left in constant time on average, whatever the number of
// workers, and a list has at most twice as many places as workers, or a few.
type roster struct {
	list  atomic.Pointer[[]place]
	holes []int // places of the list that are nil
}

type place = atomic.Pointer[Worker]

// FewPlaces is a length below which lists are not made shorter: arbitrary.
const FewPlaces = 32

func (r *roster) init() {
	// ORDER: no other goroutine knows the pool yet.
	r.list.Store(new([]place))
}

// Places returns the list as it is now.
func (r *roster) Places() []place { return *r.list.Load() }

// Each calls yield for every worker on the roster.
func (r *roster) Each(yield func(*Worker) bool) {
	list := r.Places()
	for i := range list {
		if w := list[i].Load(); w != nil && !yield(w) {
			return
		}
	}
}

// add puts w, which is complete, on the roster.
func (r *roster) add(w *Worker) {
	list := r.Places()
	if n := len(r.holes); n > 0 {
		w.Place, r.holes = r.holes[n-1], r.holes[:n-1]
		// ORDER: the worker is complete before thieves see it.
		list[w.Place].Store(w)
		r.check(w)
		return
	}
	if len(list) == cap(list) {
		list = copied(list, 2*len(list)+1)
	}
	w.Place = len(list)
	list = list[:w.Place+1] // thieves with the shorter list do not look there
	// ORDER: worker and list are complete before thieves see them, here and in the
	// next line.
	list[w.Place].Store(w)
	r.list.Store(&list)
	r.check(w)
}

// remove takes w off the roster. Its stacks, loops and queues are empty.
func (r *roster) remove(w *Worker) {
	r.check(w)
	list := r.Places()
	// ORDER: a thief that has loaded w finds nothing there.
	list[w.Place].Store(nil)
	r.holes = append(r.holes, w.Place)
	if len(list) > FewPlaces && 2*len(r.holes) > len(list) {
		list = copied(list, len(list)-len(r.holes))
		r.holes = nil
		// ORDER: complete, as in add. Thieves with the old list find in it all
		// workers that were on the roster when they loaded it.
		r.list.Store(&list)
	}
}

// check panics if w, which is on the roster, has not its place in the list, or if other
// places than the holes are nil. Under the pool's lock.
func (r *roster) check(w *Worker) {
	if !invariant.Enabled {
		return
	}
	list, none := r.Places(), 0
	for i := range list {
		if list[i].Load() == nil {
			none++
		}
	}
	if w.Place >= len(list) || list[w.Place].Load() != w || none != len(r.holes) {
		invariant.Fail(fmt.Sprintf("skua/crew: a worker has place %d of %d, of which %d are empty and %d counted so (R1)",
			w.Place, len(list), none, len(r.holes)))
	}
}

// copied returns a list with room for n workers that holds those of old. Without
// holes in old every worker has the same place in it.
func copied(old []place, n int) []place {
	list := make([]place, 0, n)
	for i := range old {
		if w := old[i].Load(); w != nil {
			w.Place = len(list)
			list = list[:w.Place+1]
			list[w.Place].Store(w) // ORDER: no other goroutine knows the list yet
		}
	}
	return list
}
