//go:build explore

package deque

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// asked is a Split or a BWoS.
type asked interface {
	Push(x *int) bool
	Steal() (*int, Outcome)
	Poll() int
	Len() int
	Private() int
	Requested() bool
}

// sleeper is a thief that wants one item and does before it sleeps what Split
// asks of it.
type sleeper struct {
	asleep atomic.Bool
	parker *park.Parker
	got    int
}

func (s *sleeper) run(d asked) {
	for s.got == 0 {
		if s.try(d) != Empty {
			continue
		}
		s.asleep.Store(true)
		if s.try(d) == Empty || !s.asleep.CompareAndSwap(true, false) {
			s.parker.Park()
		}
	}
}

func (s *sleeper) try(d asked) Outcome {
	x, outcome := d.Steal()
	if outcome == Got {
		s.got = *x
	}
	return outcome
}

func (s *sleeper) wake() {
	if s.asleep.Load() && s.asleep.CompareAndSwap(true, false) {
		s.parker.Unpark()
	}
}

// sleeping is a scenario: the owner polls so often, and wakes all after an
// exposure. In the end nobody may sleep beside private work without a request,
// or beside public work at all.
func sleeping(empty func() asked, items, polls, thieves int) func(*explore.X) {
	return func(x *explore.X) {
		d := empty()
		all := make([]*sleeper, thieves)
		for k := range all {
			all[k] = &sleeper{parker: park.New()}
			x.Daemon(func() { all[k].run(d) })
		}
		for k := 1; k <= items; k++ {
			d.Push(&k)
		}
		for range polls {
			if d.Poll() == 0 {
				continue
			}
			for _, s := range all {
				s.wake()
			}
		}
		x.Quiescent(func() error {
			if d.Private() > 0 && !d.Requested() || d.Len() > 0 {
				return fmt.Errorf("asleep beside %d private and %d public items, request %v", d.Private(), d.Len(), d.Requested())
			}
			return nil
		})
	}
}

func TestExploreSleepers(t *testing.T) {
	for name, empty := range map[string]func() asked{
		"split":      func() asked { return NewSplit[int](false) },
		"split-half": func() asked { return NewSplit[int](true) },
		"bwos":       func() asked { return NewBWoS[int](2) },
	} {
		for _, c := range [][3]int{{1, 2, 1}, {2, 3, 1}, {2, 2, 2}, {3, 3, 2}} {
			t.Run(fmt.Sprintf("%s/items=%d/polls=%d/thieves=%d", name, c[0], c[1], c[2]), func(t *testing.T) {
				budget.Check(t, sleeping(empty, c[0], c[1], c[2]), budget.Plan{{Mode: explore.DPOR}, {Bound: 3}})
			})
		}
	}
}
