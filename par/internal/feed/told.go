package feed

import (
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/self"
)

// told says that a sequence is to stop, before it gives its next value: for a range that runs in
// it, over what may have no value any more. It stops a range only that feeds the sequence: of which
// a result has led to a value. What else the sequence does, clean up for example, it does to the
// end.
type told struct {
	yes    atomic.Bool
	up     *told       // of the sequence in which the range is that the sequence is for, or nil
	feeds  atomic.Bool // that range feeds up's sequence
	values int         // that the sequence has given; its goroutine's
}

// inside are those of all sequences that have a reader of their own, by its goroutine.
var inside sync.Map

// around returns what tells the sequence in which the caller is, or nil. In race builds all this is
// hidden: it orders nothing.
func around() *told {
	apart.Hide()
	defer apart.Show()
	up, _ := inside.Load(self.Goroutine())
	t, _ := up.(*told)
	return t
}

// during runs the sequence seq, which t tells, on the goroutine that calls.
func (t *told) during(seq func()) {
	g := self.Goroutine()
	hidden(func() { inside.Store(g, t) }) // ORDER: only this goroutine asks for it
	defer hidden(func() { inside.Delete(g) })
	seq()
}

// tell tells the sequence.
func (t *told) tell() {
	hidden(func() { t.yes.Store(true) }) // ORDER: who sees it late gives a value more
}

// upIsTold reports whether what is around t was told, and t's range feeds it.
func (t *told) upIsTold() bool {
	if t.up == nil {
		return false
	}
	apart.Hide()
	defer apart.Show()
	for ; t.up != nil && t.feeds.Load(); t = t.up {
		if t.up.yes.Load() {
			return true
		}
	}
	return false
}

// feeding returns yield, of t's range, which notes whether that feeds the sequence around it.
func feeding[R any](t *told, yield func(R) bool) func(R) bool {
	if t.up == nil || yield == nil {
		return yield
	}
	return func(r R) bool {
		before := t.up.values
		ok := yield(r)
		if t.up.values != before {
			hidden(func() { t.feeds.Store(true) }) // ORDER: who sees it late gives a value more
		}
		return ok
	}
}
