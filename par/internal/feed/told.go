package feed

import (
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/self"
)

// told says that a sequence is to stop, before it gives its next value: for a range that runs in
// it, over what may have no value any more.
type told struct {
	yes atomic.Bool
	up  *told // of the sequence in which the range is that the sequence is for, or nil
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
	apart.Hide()
	inside.Store(g, t) // ORDER: only this goroutine asks for it
	apart.Show()
	defer func() {
		apart.Hide()
		inside.Delete(g)
		apart.Show()
	}()
	seq()
}

// tell tells the sequence.
func (t *told) tell() {
	apart.Hide()
	t.yes.Store(true) // ORDER: who sees it late gives a value more
	apart.Show()
}

// isTold reports whether t or what is around it was told.
func (t *told) isTold() bool {
	if t == nil {
		return false
	}
	apart.Hide()
	defer apart.Show()
	for ; t != nil; t = t.up {
		if t.yes.Load() {
			return true
		}
	}
	return false
}
