package fork

import (
	"fmt"
	"math/bits"
	"runtime"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/invariant"
)

// leftDeep is a recursion in the branch that goes on while the other is forked:
// as many forks are pending as it is deep.
func leftDeep(f *skua.Frame[int, int], n int) int {
	if n <= 0 {
		return 1
	}
	a := leftDeep(f.Fork(0), n-1)
	b, done := f.Join()
	if !done {
		b = leftDeep(f, 0)
	}
	return a + b
}

// rightDeep is a recursion in the forked branch: thieves take it from each other.
func rightDeep(f *skua.Frame[int, int], n int) int {
	if n <= 0 {
		return 1
	}
	a := rightDeep(f.Fork(n-1), 0)
	b, done := f.Join()
	if !done {
		b = rightDeep(f, n-1)
	}
	return a + b
}

// closureDeep is leftDeep and rightDeep in turn, by closures.
func closureDeep(w *skua.Worker, n int) int {
	if n <= 0 {
		return 1
	}
	var a, b int
	left, right := n-1, 0
	if n%2 == 0 {
		left, right = right, left
	}
	skua.Join(w,
		func(w *skua.Worker) { a = closureDeep(w, left) },
		func(w *skua.Worker) { b = closureDeep(w, right) })
	return a + b
}

// crowds are the numbers of workers. With invariants there is no thief: with one, most of 131,040 frames may
// be public, and each slow Join looks at all that are, which takes a minute of a processor.
func crowds() []int {
	if invariant.Enabled {
		return []int{1}
	}
	return []int{1, 2}
}

// TestDeep recurses 150,000 levels deep in every shape, which is more than can be pending. By night it
// is a million, but a quarter of it where Go ends a stack of 250 MB instead of 1 GB.
func TestDeep(t *testing.T) {
	levels := expect.Size(50_000, 150_000, 1_000_000)
	if bits.UintSize == 32 {
		levels = min(levels, 250_000)
	}
	left, right := skua.NewFunc(leftDeep), skua.NewFunc(rightDeep)
	shapes := map[string]func(pool *skua.Pool) int{
		"left":  func(pool *skua.Pool) int { return left.On(pool, levels) },
		"right": func(pool *skua.Pool) int { return right.On(pool, levels) },
		"closures": func(pool *skua.Pool) (n int) {
			skua.Join(pool, func(w *skua.Worker) { n = closureDeep(w, levels) }, kit.Nothing)
			return n
		},
	}
	for shape, run := range shapes {
		for _, workers := range crowds() {
			t.Run(fmt.Sprintf("%s/workers=%d", shape, workers), func(t *testing.T) {
				defer expect.Within(t, 2*time.Minute)()
				pool := kit.NewPool(t, workers)
				if got := run(pool); got != levels+1 {
					t.Errorf("got %d, want %d", got, levels+1)
				}
				kit.WantFull(t, pool)
				t.Logf("%+v", pool.Stats())
			})
			runtime.GC() // the stack of a million calls
		}
	}
}

// TestDeep_full uses every frame of a stack and forks on the last one, in calls
// and in loops, and comes back to the first.
func TestDeep_full(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	full := 0
	var fill func(f *skua.Frame[int, int], n int) int
	fill = func(f *skua.Frame[int, int], n int) int {
		if n <= 0 {
			return -n
		}
		if n == 1 {
			sum := 0
			for k := range 100 {
				a, b := f.Both(-k, -1)
				sum += a + b
			}
			return sum - 100*99/2 - 100
		}
		g := f.Fork(-1)
		if g == f {
			full++
		}
		a := fill(g, n-1)
		b, done := f.Join()
		if !done {
			b = fill(f, -1)
		}
		return a + b
	}
	fn := skua.NewFunc(fill)
	const plenty = 300_000
	for _, workers := range crowds() {
		pool := kit.NewPool(t, workers)
		run := func(n int) {
			full = 0
			if got, want := fn.On(pool, n), n-1; got != want {
				t.Errorf("workers=%d: %d levels: got %d, want %d", workers, n, got, want)
			}
		}
		run(plenty)
		if full == 0 {
			t.Fatal("the stack was not full: the test shows nothing")
		}
		most := plenty - 1 - full // forks that can be pending
		for _, n := range []int{31, 32, 33, 95, 96, 97, most, most + 1, most + 2, 2} {
			run(n)
			if want := max(0, n-1-most); full != want {
				t.Errorf("workers=%d: %d levels: %d forks found the stack full, want %d", workers, n, full, want)
			}
		}
	}
}
