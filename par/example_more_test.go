package par_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

type seabird struct {
	name  string
	wings int // centimetres
}

var seabirds = []seabird{{"great skua", 132}, {"arctic skua", 115}, {"gannet", 172}, {"puffin", 55}, {"little auk", 45}}

func ExampleMapN() {
	fmt.Println(par.MapN(5, func(i int) int { return i * i }))
	// Output: [0 1 4 9 16]
}

func ExampleMapNErr() {
	digits := "0123x5"
	_, err := par.MapNErr(context.Background(), len(digits), func(_ context.Context, i int) (int, error) {
		return strconv.Atoi(digits[i : i+1])
	})
	fmt.Println(err)
	// Output: strconv.Atoi: parsing "x": invalid syntax
}

// The sum of the first squares, of which none is stored.
func ExampleMapReduceN() {
	square := func(i int) int { return i * i }
	fmt.Println(par.MapReduceN(1000, 0, square, func(a, b int) int { return a + b }))
	// Output: 332833500
}

// The length of a vector: the compiler sees the loop, and no function is called for an element.
func ExampleReduceRange() {
	v := make([]float64, 10_000)
	for i := range v {
		v[i] = 3
	}
	squares := par.ReduceRange(0, len(v), 0, func(lo, hi int) (sum float64) {
		for _, x := range v[lo:hi] {
			sum += x * x
		}
		return sum
	}, func(a, b float64) float64 { return a + b })
	fmt.Println(math.Sqrt(squares))
	// Output: 300
}

func ExampleMapReduceNErr() {
	total, err := par.MapReduceNErr(context.Background(), 10, 0, func(_ context.Context, i int) (int, error) {
		if i > 7 {
			return 0, fmt.Errorf("there is no number %d", i)
		}
		return i, nil
	}, func(a, b int) int { return a + b }, par.Sequential())
	fmt.Println(total, err)
	// Output: 0 there is no number 8
}

func ExampleGather() {
	fmt.Println(par.Gather(
		func() string { return strings.ToUpper("great") },
		func() string { return strings.Repeat("sku", 2) },
	))
	// Output: [GREAT skusku]
}

func ExampleGatherErr() {
	_, err := par.GatherErr(context.Background(),
		func(context.Context) (int, error) { return 1, nil },
		func(context.Context) (int, error) { return 0, errors.New("no answer") },
	)
	fmt.Println(err)
	// Output: no answer
}

func ExampleFlatMap() {
	fmt.Println(par.FlatMap([]string{"great skua", "arctic skua"}, strings.Fields))
	// Output: [great skua arctic skua]
}

func ExampleFlatMapErr() {
	_, err := par.FlatMapErr(context.Background(), seabirds, func(_ context.Context, b seabird) ([]string, error) {
		if !strings.Contains(b.name, " ") {
			return nil, fmt.Errorf("%s has one word", b.name)
		}
		return strings.Fields(b.name), nil
	}, par.Sequential())
	fmt.Println(err)
	// Output: gannet has one word
}

// Keeps what is a number.
func ExampleFilterMap() {
	numbers := par.FilterMap([]string{"7", "seven", "8"}, func(s string) (int, bool) {
		n, err := strconv.Atoi(s)
		return n, err == nil
	})
	fmt.Println(numbers)
	// Output: [7 8]
}

func ExampleCountBy() {
	words := strings.Fields("to be or not to be")
	fmt.Println(par.CountBy(words, func(s string) string { return s }))
	// Output: map[be:2 not:1 or:1 to:2]
}

// The widest wings by the first letter.
func ExampleReduceBy() {
	letter := func(b seabird) string { return b.name[:1] }
	wings := func(b seabird) int { return b.wings }
	fmt.Println(par.ReduceBy(seabirds, letter, wings, func(a, b int) int { return max(a, b) }))
	// Output: map[a:115 g:172 l:45 p:55]
}

func ExampleTopK() {
	fmt.Println(par.TopK([]int{3, 1, 4, 1, 5, 9, 2, 6}, 3))
	// Output: [9 6 5]
}

// The two largest, and, by the opposite comparison, the smallest.
func ExampleTopKFunc() {
	byWings := func(a, b seabird) int { return cmp.Compare(a.wings, b.wings) }
	fmt.Println(par.TopKFunc(seabirds, 2, byWings))
	fmt.Println(par.TopKFunc(seabirds, 1, func(a, b seabird) int { return byWings(b, a) }))
	// Output:
	// [{gannet 172} {great skua 132}]
	// [{little auk 45}]
}

func ExampleUnique() {
	fmt.Println(par.Unique(strings.Fields("to be or not to be")))
	// Output: [to be or not]
}

func ExampleUniqueBy() {
	fmt.Println(par.UniqueBy(seabirds, func(b seabird) byte { return b.name[0] }))
	// Output: [{great skua 132} {arctic skua 115} {puffin 55} {little auk 45}]
}

func ExampleSortBy() {
	s := []string{"skua", "great skua", "auk"}
	par.SortBy(s, func(s string) int { return len(s) })
	fmt.Println(s)
	// Output: [auk skua great skua]
}

// The order depends on the seed only.
func ExampleShuffle() {
	a, b := []int{1, 2, 3, 4, 5, 6, 7, 8}, []int{1, 2, 3, 4, 5, 6, 7, 8}
	par.Shuffle(a, 42)
	par.Shuffle(b, 42, par.MaxWorkers(1))
	fmt.Println(fmt.Sprint(a) == fmt.Sprint(b))
	// Output: true
}

func ExampleProgress() {
	par.ForEach(seabirds, func(b seabird) {}, par.Progress(func(done, total int) {
		if done == total {
			fmt.Printf("%d of %d\n", done, total)
		}
	}))
	// Output: 5 of 5
}

// Results come in the order in which the tasks were spawned.
// The loop reads a line only when fewer than two are in the hands of tasks.
func ExampleScope_AwaitRoom() {
	scope := par.NewScope[int](context.Background(), par.MaxWorkers(2))
	for line := range strings.Lines("one\nthree\nfive\n") {
		scope.AwaitRoom()
		scope.Go(func(context.Context) (int, error) { return len(line), nil })
	}
	fmt.Println(scope.Wait())
	// Output: [4 6 5] <nil>
}

func ExampleScope_TryGo() {
	scope := par.NewScope[string](context.Background(), par.MaxWorkers(1))
	leave := make(chan bool)
	wait := func(context.Context) (string, error) {
		skua.Blocking(skua.Here(), func() { <-leave })
		return "done", nil
	}
	fmt.Println(scope.TryGo(wait), scope.TryGo(wait), scope.Full())
	close(leave)
	fmt.Println(scope.Wait())
	// Output:
	// true false true
	// [done] <nil>
}

func ExampleScope_Full() {
	scope := par.NewScope[int](context.Background())
	fmt.Println(scope.Full()) // it has no limit
	scope.Wait()
	// Output: false
}

func ExampleScope() {
	scope := par.NewScope[string](context.Background(), par.MaxWorkers(4))
	for _, b := range seabirds {
		if b.wings > 100 {
			scope.Go(func(context.Context) (string, error) { return strings.ToUpper(b.name), nil })
		}
	}
	fmt.Println(scope.Wait())
	// Output: [GREAT SKUA ARCTIC SKUA GANNET] <nil>
}
