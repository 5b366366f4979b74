package schedule_test

import (
	"fmt"
	"strings"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/schedule"
)

// squares returns squares in the order in which the tasks have come to the lock: a mistake.
func squares(skua.Place) []int {
	var mu sync.Mutex
	var all []int
	par.For(4, func(i int) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, i*i)
	})
	return all
}

// A test that finds a mistake: with a *testing.T it would fail, and name the schedule.
func ExampleExplore() {
	testSquares := func(t schedule.T) { schedule.Explore(t, squares) }

	said := strings.Split(recorded(testSquares).said, "\n")
	fmt.Println(said[0])
	fmt.Println(said[1])
	fmt.Println(said[2])
	// Output:
	// schedule: the result depends on the schedule.
	// serial:        []int{0, 1, 4, 9}
	// switch-0:      []int{4, 9, 1, 0}
}

// The schedule that a failure has named, again and again.
func ExampleReplay() {
	t := new(recorder) // the *testing.T of a test
	fmt.Println(schedule.Replay(t, "serial", squares))
	fmt.Println(schedule.Replay(t, "right", squares))
	fmt.Println(schedule.Replay(t, "right", squares))
	// Output:
	// [0 1 4 9]
	// [9 1 4 0]
	// [9 1 4 0]
}

// More schedules than a hundred, for a program that takes little time.
func ExampleCount() {
	runs := 0
	t := new(recorder) // the *testing.T of a test
	schedule.Explore(t, func(skua.Place) int {
		runs++
		return par.Sum([]int{1, 2, 3})
	}, schedule.Count(1000))
	fmt.Println(runs, "runs")
	// Output: 1000 runs
}

// A nightly test draws other schedules each time, and says by which number.
func ExampleSeed() {
	night := uint64(20261125)
	t := new(recorder) // the *testing.T of a test
	schedule.Explore(t, func(skua.Place) []int {
		return par.Map([]int{1, 2, 3}, func(i int) int { return i * i })
	}, schedule.Seed(night))
	fmt.Println("seed", night, "ok")
	// Output: seed 20261125 ok
}

// A search may find any of the numbers that fit.
func ExampleEqual() {
	t := new(recorder) // the *testing.T of a test
	schedule.Explore(t, func(skua.Place) int {
		var found list[int]
		par.For(9, func(i int) {
			if i%3 == 2 {
				found.add(i)
			}
		})
		return found.all[0]
	}, schedule.Equal(func(a, b int) bool { return a%3 == b%3 }))
	fmt.Println("any will do")
	// Output: any will do
}
