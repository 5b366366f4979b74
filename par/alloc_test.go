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
		few, many := allocations(300_000), allocations(600_000)
		t.Logf("%-15s %v", name, many)
		most := 30
		if name == "GroupBy" || strings.HasPrefix(name, "ReduceBy") {
			most = 800 // a table for each of 128 blocks
		}
		grown := few + 16 // what the rest of the process may allocate meanwhile
		if strings.HasPrefix(name, "ReduceBy") {
			grown = most // it has 128 blocks from two million elements on
		}
		if many > grown || many > most {
			t.Errorf("%s: %v allocations for 300,000 elements, %v for 600,000, want the same and at most %d", name, few, many, most)
		}
	}
}
