package span

import (
	"fmt"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// Regressions: what is wrong in the printed source, by behaviour. Its faults in ranges
// are held by internal/indices, its other faults by TestStealing_waits (it spins),
// TestStealing_abandoned (it waits for a consumer that left), TestPartitions_bounds
// (lengths overflow) and, as data races, by every test of many workers.

// TestSource_remainder: a length that parts do not divide lost indices.
func TestSource_remainder(t *testing.T) {
	for _, c := range [][2]int{{10, 4}, {1000, 16}, {7, 8}, {1, 3}} {
		for name, make := range partitions {
			t.Run(fmt.Sprintf("%s/%v", name, c), func(t *testing.T) {
				got := expect.NewSeen(0, c[0])
				consume(t, make(0, c[0], c[1], 1), c[1], func(_, i int) { got.Add(i) })
				got.Once(t)
			})
		}
	}
}

// TestSource_countedOnce: a consumer that was asked again after the end returned
// its count again; one whose items were not counted never ended.
func TestSource_countedOnce(t *testing.T) {
	s := NewStealing(0, 20, 2, 3)
	for range 3 {
		for range s.All(0) {
		}
		if left := s.left.Load(); left != 0 {
			t.Errorf("%d indices left, want 0", left)
		}
	}
}
