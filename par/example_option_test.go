package par_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// Which elements share a block of a Fold is part of its contract.
func ExampleGrain() {
	blocks := par.Fold([]int{1, 2, 3, 4, 5},
		func() [][]int { return [][]int{nil} },
		func(acc [][]int, v int) [][]int {
			acc[0] = append(acc[0], v)
			return acc
		},
		func(a, b [][]int) [][]int { return append(a, b...) },
		par.Grain(2))
	fmt.Println(blocks)
	// Output: [[1 2] [3 4] [5]]
}

// For bodies that need much memory each.
func ExampleMaxWorkers() {
	calls := 0
	par.For(100, func(int) { calls++ }, par.MaxWorkers(1))
	fmt.Println(calls)
	// Output: 100
}

// Inside a task its own worker is the cheapest place.
func ExampleOn() {
	err := skua.Default().Run(context.Background(), func(w *skua.Worker) error {
		even := par.CountFunc([]int{1, 2, 3, 4}, func(n int) bool { return n%2 == 0 }, par.On(w))
		fmt.Println(even, "even")
		return nil
	})
	fmt.Println(err)
	// Output:
	// 2 even
	// <nil>
}

func ExampleSequential() {
	par.For(3, func(i int) { fmt.Println("step", i) }, par.Sequential())
	// Output:
	// step 0
	// step 1
	// step 2
}

func ExampleAllErrors() {
	err := par.ForErr(context.Background(), 3, func(ctx context.Context, i int) error {
		if i > 0 {
			return errors.New(fmt.Sprint("no room for ", i))
		}
		return nil
	}, par.AllErrors(), par.Sequential())
	fmt.Println(err)
	// Output:
	// no room for 1
}
