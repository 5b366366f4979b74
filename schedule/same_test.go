package schedule

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/direct"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// slow is how long mixed takes after it has received something.
var slow time.Duration

// mixed uses each kind of work, and waits in Blocking.
func mixed(p skua.Place) int {
	c, sum := make(chan int), 0
	s := skua.NewScope(context.Background(), p)
	for i := range 4 {
		s.Go(func(w *skua.Worker) error {
			skua.Join(w,
				func(w *skua.Worker) { skua.Blocking(w, func() { c <- i }) },
				func(w *skua.Worker) { par.For(5, func(int) { w.Poll() }, par.On(w)) })
			return nil
		})
	}
	s.Go(func(w *skua.Worker) error {
		for range 4 {
			skua.Blocking(w, func() {
				sum += <-c
				for begun := time.Now(); time.Since(begun) < slow; {
				}
			})
		}
		return nil
	})
	s.Wait()
	return sum + par.Reduce(make([]int, 300), 0, func(a, b int) int { return a + b })
}

// TestSame: the same name is the same schedule, each time, however long a function in Blocking takes;
// and other names are other schedules.
func TestSame(t *testing.T) {
	seen := map[direct.Count]string{}
	for name, runs := range map[string]int{
		direct.Serial: 10, direct.Right: 10, direct.Left: 10, "random-1": expect.Size(10, 30, 100), "random-2": 10, "few-3": 10, "switch-5": 10,
	} {
		first := runOne(name, mixed, direct.Usual)
		if first.result != 6 || !first.went() {
			t.Fatalf("%s: result %d", name, first.result)
		}
		if other, ok := seen[first.count]; ok {
			t.Errorf("%s and %s are the same schedule", name, other)
		}
		seen[first.count] = name
		for k := range runs {
			slow = time.Duration(k%2) * 300 * time.Microsecond
			if again := runOne(name, mixed, direct.Usual); again.count != first.count || fmt.Sprint(again.log) != fmt.Sprint(first.log) {
				t.Fatalf("%s: run %d: %+v\n%v\nthen %+v\n%v", name, k, first.count, first.log, again.count, again.log)
			}
		}
	}
}

// pulls has a coroutine whose body calls the pool, and a function in Blocking that does.
func pulls(p skua.Place) int {
	sum := 0
	skua.Join(p, func(*skua.Worker) {
		next, stop := iter.Pull(func(yield func(int) bool) {
			for i := range 4 {
				skua.Join(p, func(*skua.Worker) {}, func(*skua.Worker) {})
				yield(i)
			}
		})
		defer stop()
		for v, ok := next(); ok; v, ok = next() {
			sum += v
		}
	}, func(w *skua.Worker) { par.For(5, func(int) { w.Poll() }, par.On(w)) })
	c := make(chan int)
	skua.Join(p, func(w *skua.Worker) {
		skua.Blocking(w, func() {
			skua.Join(p, func(*skua.Worker) {}, func(*skua.Worker) {})
			<-c
			w.Poll()
			<-c
		})
	}, func(w *skua.Worker) { c <- 1; w.Poll(); c <- 2 })
	return sum
}

// TestSame_coroutines: what coroutines do in turn with those that pull is the same schedule each time.
func TestSame_coroutines(t *testing.T) {
	for _, name := range []string{direct.Serial, direct.Right, direct.Left, "random-1", "random-2", "few-2", "switch-3"} {
		first := runOne(name, pulls, direct.Usual)
		for k := range expect.Size(4, 8, 15) {
			if again := runOne(name, pulls, direct.Usual); again.count != first.count || again.result != 6 {
				t.Fatalf("%s: run %d: %+v\n%v\nthen %+v\n%v", name, k, first.count, first.log, again.count, again.log)
			}
		}
	}
}

// TestSame_processors: sequences have as many helpers on every machine.
func TestSame_processors(t *testing.T) {
	program := func(skua.Place) []int {
		twice := func(n int) int { return 2 * n }
		return slices.Collect(par.MapSeq(par.MapSeq(slices.Values(make([]int, 40)), twice), twice))
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, name := range []string{direct.Serial, direct.Right, "random-1", "few-2"} {
		runtime.GOMAXPROCS(1)
		one := runOne(name, program, direct.Usual)
		runtime.GOMAXPROCS(5)
		if five := runOne(name, program, direct.Usual); one.count != five.count {
			t.Errorf("%s: on one processor %+v, on five %+v", name, one.count, five.count)
		}
	}
}
