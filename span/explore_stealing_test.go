//go:build explore

package span

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// kitchen is one run of consumers of a Stealing.
type kitchen struct {
	s    *Stealing
	n    int
	over atomic.Int32 // indices that were run
	ran  [][]int      // by consumer
	bad  []error
}

// feast is a scenario: each consumer has its part, and leaves its loop after so
// many indices, never if negative. Chunks are of that many units. There may be more
// parts than consumers.
func feast(n, parts, grain, chunk int, after []int) func(*explore.X) {
	return func(x *explore.X) {
		m := &kitchen{s: NewStealing(0, n, parts, grain), n: n, ran: make([][]int, len(after)), bad: make([]error, len(after))}
		for k := range m.s.parts {
			m.s.parts[k].SetChunk(chunk)
		}
		for k := 1; k < len(after); k++ {
			x.Go(func() { m.consume(k, after[k]) })
		}
		m.consume(0, after[0])
		x.OnEnd(func() error { return m.judge(after) })
	}
}

// consume leaves by a panic if its number is odd.
func (m *kitchen) consume(k, after int) {
	defer func() {
		if failure := recover(); failure != nil && failure != "left" {
			m.bad[k] = fmt.Errorf("%v", failure)
		}
	}()
	for i := range m.s.All(k) {
		m.ran[k] = append(m.ran[k], i)
		m.over.Add(1)
		if len(m.ran[k]) == after && k%2 == 1 {
			panic("left")
		}
		if len(m.ran[k]) == after {
			return
		}
	}
	if over := int(m.over.Load()); over != m.n {
		m.bad[k] = fmt.Errorf("the loop of consumer %d ended after %d of %d indices", k, over, m.n)
	}
}

func (m *kitchen) judge(after []int) error {
	for _, err := range m.bad {
		if err != nil {
			return err
		}
	}
	var all []int
	for _, ran := range m.ran {
		all = append(all, ran...)
	}
	slices.Sort(all)
	for k, i := range all {
		if k > 0 && all[k-1] == i {
			return fmt.Errorf("index %d was run twice: %v", i, m.ran)
		}
	}
	left := m.n - len(all)
	if slices.Contains(after, -1) && left > 0 {
		return fmt.Errorf("%d of %d indices were not run: %v", left, m.n, m.ran)
	}
	if got := m.s.left.Load(); got != int64(left) {
		return fmt.Errorf("left is %d, want %d", got, left)
	}
	if len(m.s.asleep) > 0 || m.s.sleepers.Load() != 0 {
		return fmt.Errorf("%d still asleep", len(m.s.asleep))
	}
	for k := range m.s.parts {
		if !free(m.s.parts[k].parker) {
			return fmt.Errorf("consumer %d left a permit", k)
		}
	}
	return nil
}

// free reports whether a parker has no permit, and gives it one.
func free(p *park.Parker) (ok bool) {
	defer func() { ok = recover() == nil }()
	p.Unpark()
	return
}

// TestExploreStealing wants every loop to end, after all indices, and none run
// twice or lost.
func TestExploreStealing(t *testing.T) {
	for _, c := range []struct {
		n, parts, grain, chunk int
		after                  []int
	}{
		{1, 2, 1, 1, []int{-1, -1}},
		{2, 2, 1, 1, []int{-1, -1}},
		{3, 2, 1, 2, []int{-1, -1}},
		{4, 2, 1, 2, []int{-1, -1}},
		{2, 2, 1, 1, []int{-1, 1}},
		{4, 2, 1, 2, []int{1, -1}},
		{4, 1, 1, 4, []int{2}},
		{5, 2, 2, 2, []int{1, -1}}, // leaves half a unit
		{4, 2, 2, 1, []int{1, -1}},
		{4, 2, 4, 1, []int{1, -1}}, // leaves three quarters of all there is
		{3, 3, 1, 1, []int{-1, -1}},
		{0, 2, 1, 1, []int{-1, -1}},
		{1, 3, 1, 1, []int{-1, -1, -1}},
		{3, 3, 1, 1, []int{-1, -1, -1}},
		{3, 3, 3, 1, []int{1, -1, -1}},
		{4, 3, 2, 1, []int{1, 1, -1}},
		{6, 3, 1, 2, []int{1, -1, -1}},
	} {
		t.Run(fmt.Sprintf("n=%d/parts=%d/grain=%d/chunk=%d/%v", c.n, c.parts, c.grain, c.chunk, c.after), func(t *testing.T) {
			plan := budget.Plan{{Bound: 2, FreeYields: 1}, {Mode: explore.DPOR}, {Mode: explore.PCT, Depth: 4, FreeYields: 1}}
			budget.Check(t, feast(c.n, c.parts, c.grain, c.chunk, c.after), plan)
		})
	}
}
