//go:build race && !explore

package pieces

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/aside"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/fork"
)

// forks are the forks of one stack that are asides and not joined, the oldest first (fork.Asides).
type forks struct {
	worker *crew.Worker // the stack's
	list   []forked
}

type forked struct {
	i     uint32
	slot  *fork.Slot
	aside *aside.Aside
}

// Fork makes the fork at frame i of s, whose argument is stored, an aside, if this build and the pool want
// that, and reports whether it has. If s's worker is an aside itself no gate tells it of a cancellation: so
// Fork looks, and panics if the run was cancelled.
func Fork(s *fork.Stack, body fork.Body, i uint32) (is bool) {
	if !apart.On() {
		return false
	}
	w := s.Worker()
	w.Check()
	if !w.Crew.Parts(w.Apart()) {
		return false
	}
	f, _ := s.Asides.(*forks)
	if f == nil {
		f = &forks{worker: w}
		s.Asides = f
	}
	slot := body.Slot(i)
	slot.Slow |= fork.Aside
	a := aside.New(w, func(w *crew.Worker) { body.Exec(w, i) })
	f.list = append(f.list, forked{i, slot, a})
	a.Offer()
	return true
}

// Join ends the fork of the frame with that slot, if the fork is an aside, and reports whether it is. Then
// the result is in the frame; or the aside has failed, and Join panics or ends the goroutine as it did.
func Join(s *fork.Stack, slot *fork.Slot) (is bool) {
	if slot.Slow&fork.Aside == 0 {
		return false
	}
	left := s.Asides.(*forks).last().Join(s.Worker())
	s.Worker().Inherit(left)
	return true
}

// last takes the last fork off the list.
func (f *forks) last() *aside.Aside {
	last := len(f.list) - 1
	p := f.list[last]
	f.list = f.list[:last]
	p.slot.Slow &^= fork.Aside
	return p.aside
}

// Drop takes back all from frame base on.
func (f *forks) Drop(base uint32) {
	for n := len(f.list); n > 0 && f.list[n-1].i >= base; n-- {
		f.last().Drop(f.worker)
	}
}
