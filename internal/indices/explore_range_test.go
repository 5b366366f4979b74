//go:build explore

package indices

import (
	"errors"
	"fmt"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// market is one run: threads with ranges of their own, and thieves without.
type market struct {
	ranges []*Range
	last   []interval // each owner's last take
	had    [][]interval
	bad    []error
}

// trade is a scenario: thread k owns range k if there is one, and does its
// script. A digit takes that many, r puts back all but the first unit of the last
// take and R all of it, s steals from the next range and runs that, f steals from
// there and fills the own range if that is empty. A thief without a range steals
// from range 0.
func trade(n, owners int, scripts []string) func(*explore.X) {
	return func(x *explore.X) {
		m := &market{
			ranges: []*Range{NewRange(-2, n-2, 1)},
			last:   make([]interval, len(scripts)),
			had:    make([][]interval, len(scripts)),
			bad:    make([]error, len(scripts)),
		}
		for range owners - 1 {
			m.ranges = append(m.ranges, sibling(m.ranges[0]))
		}
		for k := 1; k < len(scripts); k++ {
			x.Go(func() { m.perform(k, scripts[k]) })
		}
		m.perform(0, scripts[0])
		x.OnEnd(func() error { return m.judge(n) })
	}
}

func (m *market) perform(k int, script string) {
	victim := m.ranges[(k+1)%len(m.ranges)]
	if k >= len(m.ranges) {
		victim = m.ranges[0]
	}
	for _, sign := range script {
		switch sign {
		case 's':
			m.keep(k, answered(victim.Steal()))
		case 'f':
			m.fill(k, victim)
		case 'r':
			m.putBack(k, m.last[k].lo+1)
		case 'R':
			m.putBack(k, m.last[k].lo)
		default:
			m.keep(k, answered(m.ranges[k].Take(int(sign-'0'))))
			m.last[k] = m.had[k][len(m.had[k])-1]
		}
	}
}

func (m *market) keep(k int, got interval) { m.had[k] = append(m.had[k], got) }

func (m *market) fill(k int, victim *Range) {
	if !m.ranges[k].Empty() {
		return
	}
	if lo, hi, ok := victim.Steal(); ok {
		m.ranges[k].Fill(lo, hi)
		if got := m.ranges[k].Len(); got > hi-lo {
			m.bad[k] = fmt.Errorf("%d units after %d were filled in", got, hi-lo)
		}
		m.last[k] = interval{}
	}
}

// putBack shortens the last take, which is the last thing that was kept.
func (m *market) putBack(k, lo int) {
	last := &m.last[k]
	if !last.ok || lo > last.hi {
		return
	}
	if from := m.ranges[k].Return(lo); from != lo && lo != last.hi {
		m.bad[k] = fmt.Errorf("returned from %d, want %d", from, lo)
	}
	for i := range m.had[k] {
		if m.had[k][i] == *last {
			m.had[k][i].hi = lo
		}
	}
	last.hi = lo
}

// judge wants each index in one hand, or left.
func (m *market) judge(n int) error {
	if err := errors.Join(m.bad...); err != nil {
		return err
	}
	times := make([]int, n)
	count := func(lo, hi int) error {
		if lo < -2 || hi > n-2 || lo > hi {
			return fmt.Errorf("got [%d, %d)", lo, hi)
		}
		for i := lo; i < hi; i++ {
			times[i+2]++
		}
		return nil
	}
	for _, had := range m.had {
		for _, got := range had {
			if got.ok {
				if err := count(got.lo, got.hi); err != nil {
					return err
				}
			}
		}
	}
	for _, r := range m.ranges {
		for lo, hi, ok := r.Take(2); ok; lo, hi, ok = r.Take(2) {
			if err := count(lo, hi); err != nil {
				return err
			}
		}
	}
	for i, k := range times {
		if k != 1 {
			return fmt.Errorf("index %d came %d times: %v", i-2, k, m.had)
		}
	}
	return nil
}

var (
	// small explores all interleavings up to the order of independent steps, and
	// with three preemptions all of them.
	small = budget.Plan{{Mode: explore.DPOR}, {Bound: 3}}
	// large is for what has too many.
	large = budget.Plan{{Mode: explore.DPOR}, {Bound: 2}, {Mode: explore.PCT, Depth: 4}}
)

// TestExploreRange runs short scripts through every interleaving.
func TestExploreRange(t *testing.T) {
	for _, c := range []struct {
		n, owners int
		scripts   []string
	}{
		{1, 1, []string{"1", "s"}},
		{1, 1, []string{"1", "s", "s"}},
		{2, 1, []string{"11", "ss"}},
		{3, 1, []string{"2r1", "ss"}},
		{3, 1, []string{"3r1", "s", "s"}},
		{4, 1, []string{"4R21", "ss", "s"}},
		{5, 1, []string{"2r2", "sss"}},
		{5, 1, []string{"3R3R1", "ss"}}, // the word comes back to old values
		{4, 2, []string{"21", "f1"}},
		{4, 2, []string{"31f1", "f2r1"}},
		{4, 2, []string{"31f1", "f2r", "s"}},
		{6, 2, []string{"4R4f1", "f11", "s"}},
		{6, 2, []string{"11f2r", "fr1f", "ss"}},
		{3, 3, []string{"1f", "f1", "f1"}},
	} {
		t.Run(fmt.Sprintf("n=%d/%v", c.n, c.scripts), func(t *testing.T) {
			budget.Check(t, trade(c.n, c.owners, c.scripts), small)
			budget.Check(t, trade(c.n, c.owners, c.scripts), budget.Plan{{Bound: -1}})
		})
	}
}
