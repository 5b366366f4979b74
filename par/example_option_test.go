package par_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

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

// A limit for requests, of which each waits inside Blocking: four are under way at
// once, on any number of processors.
func ExampleMaxWorkers() {
	var now, most atomic.Int64
	request := func(int) {
		skua.Blocking(skua.Default(), func() {
			n := now.Add(1)
			defer now.Add(-1)
			for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
			}
			time.Sleep(time.Millisecond) // stands for an answer that takes its time
		})
	}
	par.For(40, request, par.MaxWorkers(4))
	fmt.Println("not more than 4:", most.Load() <= 4)
	// Output: not more than 4: true
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
	}, par.AllErrors())
	fmt.Println(err)
	// Output:
	// no room for 1
	// no room for 2
}

// A checker reports every file that is bad, not only the first.
func ExampleAllErrors_goingOn() {
	files := []string{"LICENSE", "main.c", "README", "lib.c"}
	known := map[string]bool{"LICENSE": true, "README": true}
	for name, err := range par.MapSeqErr(context.Background(), slices.Values(files), func(_ context.Context, name string) (string, error) {
		if !known[name] {
			return "", fmt.Errorf("%s: no such file", name)
		}
		return name + " is fine", nil
	}, par.AllErrors()) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(name)
	}
	// Output:
	// LICENSE is fine
	// README is fine
	// main.c: no such file
	// lib.c: no such file
}
