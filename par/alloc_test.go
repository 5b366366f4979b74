package par_test

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/par"
)

// A call allocates a constant number of objects. The numbers count the tests'
// own closures too, and all levels of a reduction's tree.
func TestAllocations(t *testing.T) {
	kit.Stealing(t)
	on := par.On(pool(1))
	for name, call := range every {
		allocations := func(n int) int {
			return int(testing.AllocsPerRun(size(1, 1, 3), func() { call(n, nothing, on) }))
		}
		n, most := size(40_000, 150_000, 300_000), 30
		if name == "GroupBy" || strings.HasPrefix(name, "ReduceBy") {
			n, most = 300_000, 800 // a table for each of 128 blocks
		}
		few, many := allocations(n), allocations(2*n)
		t.Logf("%-15s %v", name, many)
		grown := few + 16 // what the rest of the process may allocate meanwhile
		if strings.HasPrefix(name, "ReduceBy") {
			grown = most // it has 128 blocks from two million elements on
		}
		if many > grown || many > most {
			t.Errorf("%s: %v allocations for %d elements, %v for %d, want the same and at most %d", name, few, n, many, 2*n, most)
		}
	}
}
