package schedule_test

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/schedule"
)

// Those of these tests that wait for soon's first limit do so one after the other: beside a test that runs
// or sleeps they would wait for the second.

// TestExplore_deadlock: branches that wait for each other under every schedule are told with their
// stacks, and the serial schedule is the first to show it.
func TestExplore_deadlock(t *testing.T) {
	wantFound(t, func(p skua.Place) int {
		c := make(chan int)
		skua.Join(p, func(*skua.Worker) { c <- 1 }, func(*skua.Worker) { c <- 2 })
		return 0
	}, []string{"schedule: deadlock", "chan send", "trouble_test.go:", `"serial"`}, soon)
}

// TestExplore_rareDeadlock: two locks in two orders block each other only if the branches get in between.
func TestExplore_rareDeadlock(t *testing.T) {
	wantFound(t, func(p skua.Place) int {
		var a, b sync.Mutex
		both := func(w *skua.Worker, first, second *sync.Mutex) {
			first.Lock()
			defer first.Unlock()
			w.Poll()
			second.Lock()
			defer second.Unlock()
		}
		skua.Join(p, func(w *skua.Worker) { both(w, &a, &b) }, func(w *skua.Worker) { both(w, &b, &a) })
		return 0
	}, []string{"schedule: deadlock", "sync.Mutex.Lock", "trouble_test.go:"}, soon)
}

// TestExplore_scopes: two tasks that wait for each other's scope are told so by the scope, where both
// run on one goroutine.
func TestExplore_scopes(t *testing.T) {
	wantFound(t, func(p skua.Place) int {
		a := skua.NewScope(context.Background(), p)
		b := skua.NewScope(context.Background(), p)
		a.Go(func(*skua.Worker) error { return b.Wait() })
		b.Go(func(*skua.Worker) error { return a.Wait() })
		a.Wait()
		return 0
	}, []string{"would wait for that task"})
}

// TestExplore_unexposed: a branch that waits for the other one outside of Blocking works only if a
// thief comes.
func TestExplore_unexposed(t *testing.T) {
	wantFound(t, func(p skua.Place) int {
		c := make(chan int)
		got := 0
		skua.Join(p, func(*skua.Worker) { got = <-c }, func(*skua.Worker) { c <- 1 })
		return got
	}, []string{"schedule: unexposed wait", "chan receive", "trouble_test.go:", `"serial"`}, soon)
}

// TestExplore_group: the same with a spawned task and a sync.WaitGroup.
func TestExplore_group(t *testing.T) {
	wantFound(t, func(p skua.Place) int {
		var g sync.WaitGroup
		skua.Join(p, func(w *skua.Worker) {
			s := skua.NewScope(context.Background(), w)
			g.Add(1)
			w.Go(s, func(*skua.Worker) error { g.Done(); return nil })
			g.Wait()
			s.Wait()
		}, func(*skua.Worker) {})
		return 0
	}, []string{"schedule: unexposed wait", "sync.WaitGroup.Wait"}, soon)
}

// TestExplore_lockAcrossFork: a lock that is held across a fork is in order: who waits for it waits for a
// task that runs.
func TestExplore_lockAcrossFork(t *testing.T) {
	schedule.Explore(t, func(p skua.Place) int {
		var mu sync.Mutex
		n := 0
		held := func(w *skua.Worker) {
			mu.Lock()
			defer mu.Unlock()
			skua.Join(w, func(*skua.Worker) { n++ }, func(*skua.Worker) {})
		}
		skua.Join(p, held, held)
		return n
	}, schedule.Count(20))
}

// TestExplore_goroutines: a program may call the pool on goroutines of its own, and wait for them.
func TestExplore_goroutines(t *testing.T) {
	schedule.Explore(t, func(p skua.Place) [2]int {
		var sums [2]int
		var g sync.WaitGroup
		for k := range sums {
			g.Go(func() { sums[k] = fib.On(p, 5+k) })
		}
		g.Wait()
		return sums
	}, schedule.Count(10))
}

// TestExplore_panic: a panic under some schedule is told with its stack.
func TestExplore_panic(t *testing.T) {
	wantFound(t, func(skua.Place) int {
		seen := list[int]{}
		par.For(4, func(i int) {
			if seen.add(i); seen.all[0] != 0 {
				panic("the first is not 0")
			}
		})
		return 0
	}, []string{"the program panics", "the first is not 0", "trouble_test.go:"})
}

// TestExplore_exit: a program that ends its goroutine ends the test.
func TestExplore_exit(t *testing.T) {
	wantFound(t, func(skua.Place) int {
		runtime.Goexit()
		return 0
	}, []string{"has ended its goroutine"})
}

// TestExplore_bySelf: a program with two results under one schedule is told to have them by itself.
func TestExplore_bySelf(t *testing.T) {
	runs := 0
	wantFoundBySelf(t, func(skua.Place) int { runs++; return runs })
}

func wantFoundBySelf(t *testing.T, program func(skua.Place) int) {
	t.Helper()
	r := recorded(func(t schedule.T) { schedule.Explore(t, program) })
	if want := "not determinate by itself"; !r.failed || !contains(r.said, want) {
		t.Errorf("Explore says %q, want %q in it", r.said, want)
	}
}

// TestExplore_leftTask: a task that does not end when the program has is told, and not waited for.
func TestExplore_leftTask(t *testing.T) {
	never := make(chan int)
	wantFound(t, func(p skua.Place) int {
		s := skua.NewScope(context.Background(), p) //skua:allow scope its task never ends
		s.Go(func(*skua.Worker) error { <-never; return nil })
		return 1
	}, []string{"schedule: deadlock", "chan receive", "trouble_test.go:"}, soon)
}
