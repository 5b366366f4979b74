//go:build explore

package shm

import (
	"fmt"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// TestExploreShmDeque takes hints from a deque, which nobody is killed at: each comes out
// once. The owner's script: P push, p pop, o take two of the oldest.
func TestExploreShmDeque(t *testing.T) {
	for _, c := range []struct {
		before  int
		script  string
		thieves int
	}{
		{2, "pPp", 1}, {4, "pp", 2}, {4, "op", 1}, {8, "oop", 1}, {9, "opoP", 1}, {8, "oP", 2},
	} {
		t.Run(fmt.Sprintf("%d/%s/thieves=%d", c.before, c.script, c.thieves), func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				w := newWorld(x, 1+c.thieves, 16)
				owner := w.join(0, 0)
				next := hint(0)
				push := func() {
					next++
					owner.d.push(next)
				}
				for range c.before {
					push()
				}
				got := make([][]hint, 1+c.thieves)
				for i := range c.thieves {
					x.Go(func() { got[1+i] = w.m.cutHints(2) })
				}
				for _, what := range c.script {
					var two [2]hint
					switch what {
					case 'P':
						push()
					case 'p':
						if h, ok := owner.d.pop(); ok {
							got[0] = append(got[0], h)
						}
					case 'o':
						got[0] = append(got[0], two[:owner.d.takeOldest(two[:])]...)
					}
				}
				x.OnEnd(func() error {
					for h, ok := owner.d.pop(); ok; h, ok = owner.d.pop() {
						got[0] = append(got[0], h)
					}
					return once(got, int(next))
				})
			}, crashPlan)
		})
	}
}

// cutHints cuts what it can of deque 0, that many times.
func (m *mapping) cutHints(times int) (got []hint) {
	for range times {
		d := m.deque(0)
		r, have := d.look()
		k := min(r.length(), have)
		var hs []hint
		for i := range k {
			hs = append(hs, hint(d.slot(r.top()+uint32(i)).Load()))
		}
		if k > 0 && d.cut(r, have, k) {
			got = append(got, hs...)
		}
	}
	return got
}

func once(got [][]hint, n int) error {
	times := make([]int, n+1)
	for _, hs := range got {
		for _, h := range hs {
			times[h]++
		}
	}
	for h, k := range times[1:] {
		if k != 1 {
			return fmt.Errorf("hint %d of %d was taken %d times: %v", h+1, n, k, got)
		}
	}
	return nil
}
