package fork

import (
	"context"
	"fmt"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
)

// forms are the ways to fork typed tasks, each as fib, with 21,890 forks for 20.
var forms = map[string]*skua.Func[int, int]{
	"fork": kit.Fib,
	"both": skua.NewFunc(bothFib),
	"each": skua.NewFunc(eachFib),
}

func bothFib(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a, b := f.Both(n-1, n-2)
	return a + b
}

func eachFib(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	args, res := [2]int{n - 1, n - 2}, [2]int{}
	f.Each(args[:], res[:])
	return res[0] + res[1]
}

// residents is how many workers a pool of two may start beyond those of kit.Widest: a join that waits on a
// busy machine starts one while none sleeps. A worker that starts allocates, which is not a fork's doing.
const residents = 16

// TestAllocations wants no allocation from a fork, stolen or not, on a warm
// pool.
func TestAllocations(t *testing.T) {
	kit.Stealing(t)
	for form, fn := range forms {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/workers=%d", form, workers), func(t *testing.T) {
				pool := kit.NewPool(t, workers)
				kit.Widest(t, pool)
				pool.Run(context.Background(), func(w *skua.Worker) error {
					least := testing.AllocsPerRun(20, func() { fn.On(w, 20) })
					for k := 0; least > 0 && k < residents; k++ {
						least = min(least, testing.AllocsPerRun(20, func() { fn.On(w, 20) }))
					}
					if least > 0 {
						t.Errorf("%v allocations in 21,890 forks, want none", least)
					}
					return nil
				})
			})
		}
	}
	// A call from outside costs a few, whatever it forks.
	pool := kit.NewPool(t, 1)
	if n := testing.AllocsPerRun(20, func() { kit.Fib.On(pool, 20) }); n > 4 {
		t.Errorf("%v allocations in a call from outside, want a few", n)
	}
	// Closures without variables are free too.
	pool.Run(context.Background(), func(w *skua.Worker) error {
		if n := testing.AllocsPerRun(100, func() { skua.Join(w, kit.Nothing, kit.Nothing) }); n != 0 {
			t.Errorf("%v allocations in a Join of closures without variables, want none", n)
		}
		return nil
	})
}
