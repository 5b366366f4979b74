package suite

import (
	"fmt"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
)

// A Problem is one benchmark on inputs of one kind.
type Problem struct {
	Benchmark string // as the suite calls it
	Input     string // as the suite calls it, without the size
	Size      int    // for the tables: the twin takes some tens of milliseconds
	Make      func(size int) Instance
}

// Name is the benchmark with its input.
func (p Problem) Name() string { return p.Benchmark + ", " + p.Input }

// An Instance is a benchmark on one input. No function changes the input, and answers of
// Parallel and Twin may differ where the problem has several.
type Instance struct {
	Parallel func(c forkjoin.Ctx) any
	Twin     func() any             // serially
	Check    func(answer any) error // what is wrong with it
	Elided   bool                   // the twin is the parallel algorithm, by plain calls
	Sent     *Sent                  // for another language, if it is there
}

// Of is an instance with a twin of its own.
func Of[A any](parallel func(c forkjoin.Ctx) A, twin func() A, check func(answer A) error) Instance {
	return Instance{
		Parallel: func(c forkjoin.Ctx) any { return parallel(c) },
		Twin:     func() any { return twin() },
		Check: func(answer any) error {
			a, ok := answer.(A)
			if !ok {
				return fmt.Errorf("the answer is a %T, want a %T", answer, a)
			}
			return check(a)
		},
	}
}

// Elided is an instance whose twin is the parallel algorithm by plain calls, as the suite has no
// serial one for it.
func Elided[A any](parallel func(c forkjoin.Ctx) A, check func(answer A) error) Instance {
	i := Of(parallel, func() (a A) {
		forkjoin.Serial(func(c forkjoin.Ctx) { a = parallel(c) })
		return a
	}, check)
	i.Elided = true
	return i
}

// First returns what is wrong with the first element that is not as it should be.
func First[T comparable](got, want []T) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d elements, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("element %d is %v, want %v", i, got[i], want[i])
		}
	}
	return nil
}
