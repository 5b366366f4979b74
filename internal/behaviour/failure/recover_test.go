package failure

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/policy"
)

// recovering computes Fibonacci numbers, panics on its way and recovers as the contract
// has it: with Try between Fork and Join, without around whole calls. What was forked
// is then private, public or stolen.
func recovering(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	for range n % 3 {
		skua.Try(f, func() {
			g := f.Fork(n / 2)
			if n%2 == 0 {
				g = g.Fork(n / 3)
				skua.Try(g, func() { g.Both(0, 1); panic("inner") })
			}
			panic("outer")
		})
		expect.Recovered(func() { panicking.On(f, n/2) })
		expect.Recovered(func() { skua.Join(f, func(*skua.Worker) { panic("a branch") }, kit.Nothing) })
		skua.Join(f, func(w *skua.Worker) {
			expect.Recovered(func() { skua.Join(w, func(*skua.Worker) { panic("an inner branch") }, kit.Nothing) })
			skua.Join(w, kit.Nothing, kit.Nothing)
		}, kit.Nothing)
	}
	a, b := f.Both(n-1, n-2)
	return a + b
}

// panicking leaves forks behind.
var panicking = skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
	if n > 0 {
		f.Fork(0).Fork(n-1).Both(n-1, 0)
		panic("forks are left")
	}
	return 0
})

// TestRecover_middle recovers at every level and wants right results from the same
// frames after it.
func TestRecover_middle(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	fn := skua.NewFunc(recovering)
	n := expect.Size(7, 8, 13) // each panic notes a stack, which takes long where the processor is emulated
	for _, workers := range []int{1, 2, 4} {
		for _, keep := range policy.Keeps {
			t.Run(fmt.Sprintf("workers=%d/keep=%v", workers, keep), func(t *testing.T) {
				pool := kit.NewPoolWith(t, crew.Config{Workers: workers, Expose: policy.ExposeHalf, Keep: keep})
				for range 3 {
					if got, want := fn.On(pool, n), kit.SerialFib(n); got != want {
						t.Fatalf("got %d, want %d", got, want)
					}
				}
				kit.WantFull(t, pool)
			})
		}
	}
}

// TestRecover_stolenOrphan recovers while a thief runs the forked task, and goes on
// forking on that very frame thousands of times. With Try that is correct. Without, the
// next fork is told, and nothing else: the stack is sound after it.
func TestRecover_stolenOrphan(t *testing.T) {
	for name, orphan := range map[string]func(f *skua.Frame[int, int], body func()) (told any){
		"Try": func(f *skua.Frame[int, int], body func()) any {
			skua.Try(f, body)
			return nil
		},
		"bare": func(f *skua.Frame[int, int], body func()) any {
			expect.Recovered(body)
			return expect.Recovered(func() { f.Fork(0) })
		},
	} {
		t.Run(name, func(t *testing.T) { orphans(t, name == "bare", orphan) })
	}
}

func orphans(t *testing.T, tells bool, orphan func(f *skua.Frame[int, int], body func()) (told any)) {
	kit.Stealing(t)
	defer expect.Within(t, 2*time.Minute)()
	pool := kit.NewPool(t, 2)
	var begun chan struct{}
	var ran atomic.Int32
	leaf := func(n int) int { // orphans are below zero
		if n < 0 {
			close(begun)
			for range 5 {
				runtime.Gosched()
			}
			ran.Add(1)
		}
		return n
	}
	rounds := expect.Size(200, 300, 3000)
	root := skua.NewFunc(func(f *skua.Frame[int, int], n int) (sum int) {
		if n < rounds {
			return leaf(n)
		}
		for k := range rounds {
			begun = make(chan struct{})
			told := orphan(f, func() {
				kit.Meet(f.Fork(-1), begun)
				panic("recovered by user code")
			})
			if text, _ := told.(string); tells != strings.HasPrefix(text, "skua: Fork on a Frame whose fork is not joined") {
				t.Fatalf("round %d: the fork after it panicked with %v", k, told)
			}
			if int(ran.Load()) != k+1 {
				t.Fatalf("round %d: %d orphans have ended when their frame is used again, want %d", k, ran.Load(), k+1)
			}
			a, b := f.Both(k, 1) // the same frame
			sum += a + b
		}
		return sum
	})
	if got, want := root.On(pool, rounds), rounds*(rounds-1)/2+rounds; got != want {
		t.Errorf("got %d, want %d", got, want)
	}
	kit.WantFull(t, pool)
}

// TestRecover_freshValue recovers a panic that a join passed on, and wants the
// next panic of the same worker described by itself.
func TestRecover_freshValue(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for _, value := range [][2]any{{[]int{1}, []int{2}}, {"same", "same"}} {
		e := kit.PanicError(t, func() {
			skua.Join(pool, func(w *skua.Worker) {
				expect.Recovered(func() {
					kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { kit.TheChildThatPanics(value[0]) })
				})
				panic(value[1])
			}, kit.Nothing)
		})
		if fmt.Sprint(e.Value) != fmt.Sprint(value[1]) {
			t.Errorf("got value %v of a panic recovered before, want %v", e.Value, value[1])
		}
		if strings.Contains(string(e.Stack), "TheChildThatPanics") {
			t.Errorf("panic(%v): got the stack of a panic recovered before:\n%s", value[1], e.Stack)
		}
	}
}
