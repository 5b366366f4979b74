package span_test

import (
	"fmt"

	"github.com/skua-go/skua/span"
)

// The owner takes from the low end, a thief the upper half.
func ExampleRange() {
	r := span.NewRange(0, 100, 1)
	fmt.Println(r.Take(10))
	fmt.Println(r.Steal())
	fmt.Println(r.Take(1))
	// Output:
	// 0 10 true
	// 55 100 true
	// 10 11 true
}

// Nobody takes less than the grain, but for the last indices.
func ExampleNewRange() {
	r := span.NewRange(-5, 5, 4)
	fmt.Println(r.Take(1))
	fmt.Println(r.Steal())
	fmt.Println(r.Steal())
	// Output:
	// -5 -1 true
	// 3 5 true
	// -1 3 true
}

func ExampleRange_Take() {
	r := span.NewRange(0, 5, 1)
	for lo, hi, ok := r.Take(2); ok; lo, hi, ok = r.Take(2) {
		fmt.Println(lo, hi)
	}
	// Output:
	// 0 2
	// 2 4
	// 4 5
}

func ExampleRange_Steal() {
	r := span.NewRange(0, 8, 1)
	for lo, hi, ok := r.Steal(); ok; lo, hi, ok = r.Steal() {
		fmt.Println(lo, hi)
	}
	// Output:
	// 4 8
	// 2 4
	// 1 2
	// 0 1
}

// An owner that took much puts back what it does not come to.
func ExampleRange_Return() {
	r := span.NewRange(0, 100, 1)
	r.Take(100)
	fmt.Println(r.Return(10))
	fmt.Println(r.Steal())
	// Output:
	// 10
	// 55 100 true
}

// What a thief took it fills into a range of its own, to be stolen from there.
func ExampleRange_Fill() {
	victim := span.NewRange(0, 8, 1)
	thief := victim.Sibling()
	lo, hi, _ := victim.Steal()
	thief.Fill(lo, hi)
	fmt.Println(thief.Take(1))
	// Output: 4 5 true
}

func ExampleRange_Sibling() {
	r := span.NewRange(0, 8, 1)
	fmt.Println(r.Empty(), r.Sibling().Empty())
	// Output: false true
}

func ExampleRange_Len() {
	fmt.Println(span.NewRange(0, 10, 1).Len(), span.NewRange(0, 10, 4).Len())
	// Output: 10 3
}

func ExampleRange_Empty() {
	r := span.NewRange(0, 1, 1)
	r.Take(1)
	fmt.Println(r.Empty())
	// Output: true
}
