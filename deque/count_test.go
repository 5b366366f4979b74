package deque

import (
	"math/bits"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// TestCountCAS counts the owner's CAS in k pushes, and then in k pops, with m
// steals evenly spread, and wants no more than the kind's bound. With -v it prints
// the table.
func TestCountCAS(t *testing.T) {
	for _, kind := range kinds {
		t.Run("deque="+kind.name, func(t *testing.T) {
			t.Logf("%8s %7s %8s %8s %8s", "k", "m", "bound", "pushes", "pops")
			for k := 1 << 4; k <= expect.Size(1<<12, 1<<12, 1<<16); k <<= 4 {
				for _, m := range []int{0, 1, bits.Len(uint(k)), k / 8} {
					pushes := countCAS(kind, k, m, true)
					pops := countCAS(kind, k, m, false)
					bound := kind.cas(k, m)
					t.Logf("%8d %7d %8d %8d %8d", k, m, bound, pushes, pops)
					if pushes > bound || pops > bound {
						t.Errorf("k=%d, m=%d: %d CAS of the owner in pushes and %d in pops, want at most %d", k, m, pushes, pops, bound)
					}
				}
			}
		})
	}
}

// countCAS returns the owner's CAS in a monotonic sequence of k operations, with
// m steals spread between them.
func countCAS(kind kind, k, m int, pushes bool) int {
	d := kind.make(2 * k) // room for k + m
	if !pushes {
		for range k + m {
			d.Push(&task{})
		}
	}
	before := d.Counts().Owner.CAS
	stolen := 0
	for n := range k {
		if pushes {
			d.Push(&task{})
		}
		for ; stolen < (n+1)*m/k; stolen++ {
			stealServed(d)
		}
		if !pushes {
			d.Pop()
		}
	}
	return int(d.Counts().Owner.CAS - before)
}
