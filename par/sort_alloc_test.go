package par_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/par"
)

// TestSort_allocations: a fixed number per call, and not more for more elements.
func TestSort_allocations(t *testing.T) {
	kit.Stealing(t)
	for _, n := range size([]int{20, 70_000}, []int{20, 140_000}, []int{20, 70_000, 280_000}) {
		numbers, names, dst := make([]int, n), make([]string, n), make([]keyed, n)
		for i := range n {
			numbers[i] = rand.Int()
			names[i] = fmt.Sprint(numbers[i])
			dst[i] = keyed{numbers[i], i}
		}
		sorted := slices.Sorted(slices.Values(numbers))
		for name, f := range map[string]func(o ...par.Option){
			"Sort numbers":   func(o ...par.Option) { par.Sort(slices.Clone(numbers), o...) },
			"Sort strings":   func(o ...par.Option) { par.Sort(slices.Clone(names), o...) },
			"SortFunc":       func(o ...par.Option) { par.SortFunc(slices.Clone(numbers), cmp.Compare[int], o...) },
			"SortStableFunc": func(o ...par.Option) { par.SortStableFunc(slices.Clone(dst), byKey, o...) },
			"Merge":          func(o ...par.Option) { par.Merge(sorted, sorted, o...) },
		} {
			for where, o := range sortOptions() {
				if !size(false, false, true) && where != "sequential" && where != "workers=2" && n > 20 {
					continue
				}
				most := 100.0
				switch {
				case n < 64:
					most = 1 // the clone, or the result
				case name == "SortFunc":
					most = 600 // of six thousand, which it takes where all divisions are parallel
				}
				got := most + 1
				for runs := 0; got > most && runs < 5; runs++ { // each division that finds a thief takes some
					got = testing.AllocsPerRun(2, func() { f(o...) })
				}
				if got > most {
					t.Errorf("%s, %s, n=%d: %v allocations, want at most %v", name, where, n, got, most)
				}
			}
		}
	}
}
