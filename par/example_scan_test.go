package par_test

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func ExampleScan() {
	deposits := []int{10, -3, 5, 8}
	fmt.Println(par.Scan(deposits, 100, func(a, b int) int { return a + b }))
	// Output: [110 107 112 120]
}

// From lengths to offsets.
func ExampleScanExclusive() {
	lengths := []int{3, 0, 4, 2}
	offsets, total := par.ScanExclusive(lengths, 0, func(a, b int) int { return a + b })
	fmt.Println(offsets, total)
	// Output: [0 3 3 7] 9
}

// In place, so nothing is allocated for the result.
func ExampleScanInto() {
	counts := []int{2, 0, 5, 1}
	par.ScanInto(counts, counts, 0, func(a, b int) int { return a + b })
	fmt.Println(counts)
	// Output: [2 2 7 8]
}

func ExamplePrefixSum() {
	fmt.Println(par.PrefixSum([]float64{0.5, 2, 4}))
	// Output: [0.5 2.5 6.5]
}

// In place: how many have at most so many.
func ExamplePrefixSumInto() {
	counts := par.Histogram([]string{"a", "tern", "gull", "auk"}, 5, func(s string) int { return len(s) })
	par.PrefixSumInto(counts, counts)
	fmt.Println(counts)
	// Output: [0 1 1 2 4]
}

func ExampleScanExclusiveInto() {
	lengths := []int{3, 0, 4, 2}
	total := par.ScanExclusiveInto(lengths, lengths, 0, func(a, b int) int { return a + b })
	fmt.Println(lengths, total)
	// Output: [0 3 3 7] 9
}
