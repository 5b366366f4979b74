package span_test

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/span"
)

func ExampleNewStatic() {
	s := span.NewStatic(0, 10, 4)
	for part := range s.Parts() {
		for lo, hi := range s.Chunks(part) {
			fmt.Println(lo, hi)
		}
	}
	// Output:
	// 0 3
	// 3 6
	// 6 8
	// 8 10
}

func ExampleStatic_All() {
	for i := range span.NewStatic(0, 10, 4).All(2) {
		fmt.Println(i)
	}
	// Output:
	// 6
	// 7
}

func ExampleStatic_Chunks() {
	for lo, hi := range span.NewStatic(0, 10, 4).Chunks(0) {
		fmt.Println(lo, hi)
	}
	// Output: 0 3
}

func ExampleStatic_Parts() {
	fmt.Println(span.NewStatic(0, 2, 4).Parts())
	// Output: 4
}

func ExampleNewDynamic() {
	d := span.NewDynamic(0, 10, 4)
	for lo, hi := range d.Chunks(0) {
		fmt.Println(lo, hi)
	}
	// Output:
	// 0 4
	// 4 8
	// 8 10
}

// Each consumer takes chunks until there are no more.
func ExampleDynamic_All() {
	d := span.NewDynamic(0, 1000, 10)
	var sum atomic.Int64
	var consumers sync.WaitGroup
	for part := range 4 {
		consumers.Go(func() {
			for i := range d.All(part) {
				sum.Add(int64(i))
			}
		})
	}
	consumers.Wait()
	fmt.Println(sum.Load())
	// Output: 499500
}

func ExampleDynamic_Chunks() {
	d := span.NewDynamic(-1, 2, 100)
	for lo, hi := range d.Chunks(0) {
		fmt.Println(lo, hi)
	}
	// Output: -1 2
}

func ExampleNewGuided() {
	g := span.NewGuided(0, 100, 2, 10)
	for lo, hi := range g.Chunks(0) {
		fmt.Println(hi - lo)
	}
	// Output:
	// 25
	// 18
	// 14
	// 10
	// 10
	// 10
	// 10
	// 3
}

func ExampleGuided_All() {
	sum := 0
	for i := range span.NewGuided(0, 100, 2, 10).All(0) {
		sum += i
	}
	fmt.Println(sum)
	// Output: 4950
}

func ExampleGuided_Chunks() {
	for lo, hi := range span.NewGuided(0, 8, 1, 4).Chunks(0) {
		fmt.Println(lo, hi)
	}
	// Output:
	// 0 4
	// 4 8
}

func ExampleGuided_Parts() {
	fmt.Println(span.NewGuided(0, 100, 2, 10).Parts())
	// Output: 2
}

// The first part holds all that is heavy; the others help.
func ExampleNewStealing() {
	const n = 1000
	s := span.NewStealing(0, n, 4, 0)
	var sum atomic.Int64
	var consumers sync.WaitGroup
	for part := range s.Parts() {
		consumers.Go(func() {
			for i := range s.All(part) {
				for range max(1, n/4-i) {
					sum.Add(1)
				}
			}
		})
	}
	consumers.Wait()
	fmt.Println(sum.Load())
	// Output: 32125
}

// What a consumer leaves behind the others get.
func ExampleStealing_All() {
	s := span.NewStealing(0, 10, 2, 1)
	for i := range s.All(0) {
		fmt.Println("first:", i)
		break
	}
	rest := 0
	for range s.All(1) {
		rest++
	}
	fmt.Println("second:", rest, "more")
	// Output:
	// first: 0
	// second: 9 more
}

func ExampleStealing_Chunks() {
	s := span.NewStealing(0, 10, 1, 4)
	for lo, hi := range s.Chunks(0) {
		fmt.Println(lo, hi)
	}
	// Output:
	// 0 4
	// 4 8
	// 8 10
}

func ExampleStealing_Parts() {
	fmt.Println(span.NewStealing(0, 10, 4, 0).Parts())
	// Output: 4
}
