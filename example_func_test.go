package skua_test

import (
	"fmt"
	"slices"

	"github.com/skua-go/skua"
)

// maxOf looks for the largest number: one half is offered to thieves while the
// caller looks through the other.
func maxOf(f *skua.Frame[[]int, int], x []int) int {
	if len(x) <= 1000 {
		return slices.Max(x)
	}
	half := len(x) / 2
	return max(f.Both(x[:half], x[half:]))
}

// A task type is made once, of a body that forks through its frame.
func ExampleFunc() {
	largest := skua.NewFunc(maxOf)

	numbers := make([]int, 100_000)
	numbers[7] = 42
	fmt.Println(largest.Run(numbers))
	// Output: 42
}

func ExampleNewFunc() {
	// The body may be a function literal; then it calls itself through Call, Both or
	// Each.
	leaves := skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		if depth == 0 {
			return 1
		}
		a, b := f.Both(depth-1, depth-1)
		return a + b
	})
	fmt.Println(leaves.Run(10))
	// Output: 1024
}

// terms and factors need each other. Each names both, so they get their values when the
// program starts: as initial values that would be an initialization cycle.
var terms, factors *skua.Func[int, int]

func init() {
	terms = skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		if depth == 0 {
			return 1
		}
		a, b := f.Both(depth-1, depth-1)
		return a + b + factors.On(f, depth-1)
	})
	factors = skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		if depth == 0 {
			return 1
		}
		return terms.On(f, depth-1)
	})
}

// Variables of the package whose bodies name them are assigned in a func init.
func ExampleNewFunc_recursive() {
	fmt.Println(terms.Run(10))
	// Output: 8119
}

func ExampleFunc_Run() {
	square := skua.NewFunc(func(_ *skua.Frame[int, int], n int) int { return n * n })
	fmt.Println(square.Run(12))
	// Output: 144
}

// Tasks of several types call each other with On, at the frame they were given.
func ExampleFunc_On() {
	count := skua.NewFunc(func(f *skua.Frame[string, int], s string) int {
		if len(s) < 2 {
			return len(s)
		}
		a, b := f.Both(s[:len(s)/2], s[len(s)/2:])
		return a + b
	})
	total := skua.NewFunc(func(f *skua.Frame[[]string, int], lines []string) int {
		if len(lines) == 1 {
			return count.On(f, lines[0]) // goes on as the same worker
		}
		a, b := f.Both(lines[:1], lines[1:])
		return a + b
	})

	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	fmt.Println(total.On(pool, []string{"skua", "is", "a", "bird"}))
	// Output: 11
}

// Everything that runs work takes a Place: a pool, or what a task was given.
func ExamplePlace() {
	double := skua.NewFunc(func(_ *skua.Frame[int, int], n int) int { return 2 * n })
	anywhere := func(p skua.Place) int { return double.On(p, 21) }

	fmt.Println(anywhere(skua.Default()))
	skua.Join(skua.Default(),
		func(w *skua.Worker) { fmt.Println(anywhere(w)) },
		func(*skua.Worker) {})
	// Output:
	// 42
	// 42
}
