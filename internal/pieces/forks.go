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

// Fork makes the fork at frame i of s, whose argument is stored, an aside if it is to be one, and reports
// whether it is. It panics if the run was cancelled, of which nobody tells an aside.
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

// Join ends the fork at s whose frame has that slot, if it is an aside, and reports whether it is: the result
// is in the frame, or the failure goes on.
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
