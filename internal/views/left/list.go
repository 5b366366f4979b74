package left

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/views"
)

// List is what strands have left, each at a place in their order. The zero value is empty.
//
// NOT: a list that workers push to by CAS. A CAS of a pointer is a call, since it tells the collector, and a
// loop has one piece for each steal at most.
type List[P any] struct {
	some atomic.Bool // the list is not empty, or is being merged
	mu   park.Mutex
	list []item[P] // under mu
}

type item[P any] struct {
	at    P
	views *views.Set
}

// Add adds what the strand at that place has left; nil is nothing. Safe for concurrent use.
func (l *List[P]) Add(at P, v *views.Set) {
	if v == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, item[P]{at, v})
	l.some.Store(true) // ORDER: before the strand is counted as over, after which who waits looks
}

// Empty reports whether there is nothing to gather, of strands that are all over.
func (l *List[P]) Empty() bool { return !l.some.Load() }

// Gather empties the list: it merges all into that strand, or, if into is nil, into the values, in the order
// that compare tells; those at places that it calls equal as they came. All strands are over.
func (l *List[P]) Gather(into *views.Strand, compare func(a, b P) int) {
	if !l.Empty() {
		l.gather(into, compare)
	}
}

func (l *List[P]) gather(into *views.Strand, compare func(a, b P) int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.list
	l.list = nil
	defer l.some.Store(false) // ORDER: after the merges: whoever finds the list empty comes after them
	slices.SortStableFunc(all, func(a, b item[P]) int { return compare(a.at, b.at) })
	for _, v := range all {
		if into != nil {
			into.Gather(v.views)
		} else {
			v.views.Deliver()
		}
	}
}
