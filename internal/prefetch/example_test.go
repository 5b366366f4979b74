package prefetch_test

import (
	"fmt"
	"time"

	"github.com/skua-go/skua/internal/prefetch"
)

// One long task does not make the others look long.
func ExampleTypical() {
	typical := time.Duration(0)
	for _, ms := range []int{8, 8, 800, 8, 8} {
		typical = prefetch.Typical(typical, time.Duration(ms)*time.Millisecond)
		fmt.Println(typical)
	}
	// Output:
	// 8ms
	// 8ms
	// 9ms
	// 7.875ms
	// 8.859375ms
}

// A slot whose tasks take 5 ms needs two more at hand to hide a round trip of 2 ms,
// and three for one of 4 ms.
func ExampleDepth() {
	for _, roundTrip := range []time.Duration{0, 2 * time.Millisecond, 4 * time.Millisecond, time.Second} {
		fmt.Println(prefetch.Depth(roundTrip, 5*time.Millisecond))
	}
	// Output:
	// 1
	// 2
	// 3
	// 64
}
