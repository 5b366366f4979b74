//go:build explore

package span

import (
	"fmt"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// TestExploreShared wants partitions on a shared counter to hand each index out
// once.
func TestExploreShared(t *testing.T) {
	for name, make := range map[string]func() partition{
		"dynamic": func() partition { return NewDynamic(-1, 4, 2) },
		"guided":  func() partition { return NewGuided(-1, 5, 2, 1) },
	} {
		for _, consumers := range []int{2, 3} {
			t.Run(fmt.Sprintf("%s/consumers=%d", name, consumers), func(t *testing.T) {
				budget.Check(t, handOut(make, consumers), budget.Plan{{Mode: explore.DPOR}, {Bound: -1}})
			})
		}
	}
}

func handOut(make func() partition, consumers int) func(*explore.X) {
	return func(x *explore.X) {
		p := make()
		ran := [3][]int{}
		consume := func(k int) {
			for i := range p.All(k) {
				ran[k] = append(ran[k], i)
			}
		}
		for k := 1; k < consumers; k++ {
			x.Go(func() { consume(k) })
		}
		consume(0)
		x.OnEnd(func() error {
			times := map[int]int{}
			for _, indices := range ran {
				for _, i := range indices {
					times[i]++
				}
			}
			for i := -1; i < len(times)-1; i++ {
				if times[i] != 1 {
					return fmt.Errorf("index %d came %d times: %v", i, times[i], ran)
				}
			}
			if len(times) < 5 {
				return fmt.Errorf("%d indices came: %v", len(times), ran)
			}
			return nil
		})
	}
}
