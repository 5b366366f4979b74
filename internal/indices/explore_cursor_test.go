//go:build explore

package indices

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// States of a thief that goes to sleep if it finds nothing.
const (
	awake  = iota
	looks  // for the last time
	sleeps // after it asked
)

// siesta is one run: an owner that goes through a part, and thieves that steal,
// ask, and sleep until the owner gives or is done.
type siesta struct {
	p       *Cursor
	state   []atomic.Uint32
	parkers []*park.Parker
	over    atomic.Bool
	ran     []int      // by the owner
	stolen  []interval // by thief
	bad     error
}

// nap is a scenario: chunks are of that many units. At each index named by gives the
// owner gives back, unasked, what comes after it.
func nap(n, grain, chunk, thieves int, gives ...int) func(*explore.X) {
	return func(x *explore.X) {
		m := &siesta{p: NewCursor(0, n, grain), state: make([]atomic.Uint32, thieves)}
		m.p.pace.fixed = chunk
		got := make([][]interval, thieves)
		for range thieves {
			m.parkers = append(m.parkers, park.New())
		}
		for k := range thieves {
			x.Go(func() { got[k] = m.thief(k) })
		}
		m.owner(gives)
		x.OnEnd(func() error {
			for _, g := range got {
				m.stolen = append(m.stolen, g...)
			}
			return m.judge(n)
		})
	}
}

// thief steals all it finds, and asks and sleeps if that is nothing; it wakes up
// once.
func (m *siesta) thief(k int) (got []interval) {
	for naps := 0; naps < 2; {
		if lo, hi, ok := m.p.Steal(); ok {
			got = append(got, interval{lo, hi, ok})
			continue
		}
		m.state[k].Store(looks)
		lo, hi, ok := m.p.Steal()
		if ok || m.over.Load() {
			if m.state[k].Swap(awake) == awake {
				m.parkers[k].Park() // the permit that was meant for it
			}
			if !ok {
				break
			}
			got = append(got, interval{lo, hi, ok})
			continue
		}
		m.p.Ask()
		m.state[k].CompareAndSwap(looks, sleeps)
		m.parkers[k].Park()
		naps++
	}
	return got
}

// owner goes through the part. A step that finds no request, though a thief
// that asked sleeps, and has something left to give, has lost it.
func (m *siesta) owner(gives []int) {
	p := m.p
	for {
		waiting := m.waiting()
		if !p.Next() {
			if p.Asked() {
				m.answer(p.Give())
			} else if !p.Reserve() {
				break
			} else if waiting {
				m.bad = errors.New("something to reserve, though one who found nothing sleeps")
			}
		} else if waiting && p.start(p.unitOf(p.Index()+1)) < p.end {
			m.bad = fmt.Errorf("a request was lost at index %d of a chunk up to %d", p.Index(), p.end)
		}
		m.ran = append(m.ran, p.Index())
		for _, i := range gives {
			if i == p.Index() {
				m.answer(p.Give())
			}
		}
	}
	for range 2 {
		if p.Next() || p.Asked() || p.Reserve() {
			m.bad = fmt.Errorf("index %d after the end", p.Index())
		}
	}
	m.over.Store(true)
	m.answer(true)
}

func (m *siesta) waiting() bool {
	for k := range m.state {
		if m.state[k].Load() == sleeps {
			return true
		}
	}
	return false
}

// answer wakes all sleepers if something was given.
func (m *siesta) answer(gave bool) {
	for k := range m.state {
		if gave && m.state[k].Swap(awake) != awake {
			m.parkers[k].Unpark()
		}
	}
}

func (m *siesta) judge(n int) error {
	times := make([]int, n)
	for _, i := range m.ran {
		times[i]++
	}
	for _, got := range m.stolen {
		for i := got.lo; i < got.hi; i++ {
			times[i]++
		}
	}
	for lo, hi, ok := m.p.Take(1); ok; lo, hi, ok = m.p.Take(1) {
		for i := lo; i < hi; i++ {
			times[i]++
		}
	}
	for i, k := range times {
		if k != 1 {
			return fmt.Errorf("index %d came %d times; ran %v, stolen %v", i, k, m.ran, m.stolen)
		}
	}
	if taken := m.p.Settle(); taken != len(m.ran) {
		return fmt.Errorf("%d taken, but %d were run", taken, len(m.ran))
	}
	return m.bad
}

// TestExploreCursor wants no index lost or run twice, and no request lost.
func TestExploreCursor(t *testing.T) {
	for _, c := range []struct {
		n, grain, chunk, thieves int
		gives                    []int
	}{
		{2, 1, 1, 1, nil},
		{3, 1, 2, 1, nil},
		{4, 1, 2, 1, nil},
		{5, 1, 2, 2, nil},
		{6, 1, 3, 1, nil},
		{6, 1, 3, 2, nil},
		{8, 1, 4, 1, nil},
		{7, 2, 2, 1, nil},
		{11, 2, 3, 1, nil},
		{11, 2, 3, 2, nil},
		{6, 1, 3, 1, []int{0, 3}},
		{8, 1, 4, 2, []int{0}},
	} {
		t.Run(fmt.Sprintf("n=%d/grain=%d/chunk=%d/thieves=%d/%v", c.n, c.grain, c.chunk, c.thieves, c.gives), func(t *testing.T) {
			budget.Check(t, nap(c.n, c.grain, c.chunk, c.thieves, c.gives...), large)
		})
	}
}
