package peer

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// sizes are those at which the sorts of pargo begin to divide, and smaller ones.
var sizes = []int{0, 1, 2, 1000, 5000, 50_000}

func randomInts(n int) []int64 {
	r := rand.New(rand.NewPCG(1, 2))
	values := make([]int64, n)
	for i := range values {
		values[i] = r.Int64N(1 << 30)
	}
	return values
}

func TestSums(t *testing.T) {
	for name, sum := range Sums {
		for _, n := range sizes {
			values, want := randomInts(n), int64(0)
			for _, v := range values {
				want += v
			}
			if got := sum(2, values); got != want {
				t.Errorf("%s: the sum of %d values is %d, want %d", name, n, got, want)
			}
		}
	}
}

func TestFilters(t *testing.T) {
	odd := func(v int64) bool { return v%2 == 1 }
	for name, filter := range Filters {
		for _, n := range sizes {
			values := randomInts(n)
			want := slices.DeleteFunc(slices.Clone(values), func(v int64) bool { return !odd(v) })
			if got := filter(2, values, odd); !slices.Equal(got, want) {
				t.Errorf("%s: of %d values %d are kept, want %d, in order", name, n, len(got), len(want))
			}
		}
	}
}

func TestFinds(t *testing.T) {
	const n = 10_000
	for name, find := range Finds {
		for _, want := range []int{0, 1, n / 2, n - 1, -1} {
			values := make([]int64, n)
			if want >= 0 {
				values[want] = 1
			}
			if got := find(2, values, func(v int64) bool { return v == 1 }); got != want {
				t.Errorf("%s: index %d, want %d", name, got, want)
			}
		}
	}
}

func TestSorters(t *testing.T) {
	for name, sorter := range Sorters {
		for _, n := range sizes {
			t.Run(fmt.Sprintf("peer=%s/n=%d", strings.ReplaceAll(name, " ", "-"), n), func(t *testing.T) {
				ints := randomInts(n)
				var words []string
				var records []Record
				for _, v := range ints {
					words = append(words, fmt.Sprintf("%016x", v))
					records = append(records, Record{Key: v})
				}
				checkSort(t, sorter.Ints, ints, cmp.Compare[int64])
				checkSort(t, sorter.Strings, words, cmp.Compare[string])
				checkSort(t, sorter.Records, records, byKey)
			})
		}
	}
}

func checkSort[E comparable](t *testing.T, sort func([]E), values []E, compare func(a, b E) int) {
	t.Helper()
	want := slices.SortedFunc(slices.Values(values), compare)
	sort(values)
	if !slices.Equal(values, want) {
		t.Errorf("%d values of %T are not sorted", len(values), values)
	}
}
