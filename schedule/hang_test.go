package schedule_test

import (
	"context"
	"io"
	"iter"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/schedule"
)

// soon are limits for programs that hang, and are to be told: the second is several times the pause
// between the polls of the slowest one.
var soon = schedule.Within(100*time.Millisecond, 600*time.Millisecond)

// TestExplore_hangs: each way to hang is told, with the line. A program that hangs costs a second or two of
// a processor if it spins, so only by night it does; -short leaves out those that are like another one.
func TestExplore_hangs(t *testing.T) {
	t.Parallel()
	leftOut := map[string]bool{
		"a flag that an offered task sets": true, "slow polls for ever": true, "a pipe into which nobody writes": true,
	}
	pause := expect.Size(time.Millisecond, time.Millisecond, 0) // 0 is none
	for name, c := range map[string]struct {
		program func(p skua.Place, over *atomic.Bool) int
		texts   []string
	}{
		"a flag that nobody sets": {func(p skua.Place, over *atomic.Bool) int {
			skua.Join(p, func(*skua.Worker) {
				for !over.Load() {
					time.Sleep(pause)
				}
			}, func(*skua.Worker) {})
			return 0
		}, []string{"the program hangs", "hang_test.go:", `"serial"`}},
		"a flag that an offered task sets": {func(p skua.Place, _ *atomic.Bool) int {
			var set atomic.Bool
			skua.Join(p, func(*skua.Worker) {
				for !set.Load() {
					runtime.Gosched()
				}
			}, func(*skua.Worker) { set.Store(true) })
			return 0
		}, []string{"unexposed wait", "hang_test.go:"}},
		"a flag that is looked at now and then": {func(p skua.Place, _ *atomic.Bool) int {
			var set atomic.Bool
			skua.Join(p, func(*skua.Worker) {
				for !set.Load() {
					time.Sleep(time.Millisecond)
				}
			}, func(*skua.Worker) { set.Store(true) })
			return 0
		}, []string{"unexposed wait", "hang_test.go:"}},
		"polls for ever": {func(p skua.Place, over *atomic.Bool) int {
			skua.Join(p, func(w *skua.Worker) {
				for !over.Load() {
					w.Poll()
					time.Sleep(pause)
				}
			}, func(*skua.Worker) {})
			return 0
		}, []string{"have done nothing but poll", "hang_test.go:"}},
		"slow polls for ever": {func(p skua.Place, over *atomic.Bool) int {
			skua.Join(p, func(w *skua.Worker) {
				for !over.Load() {
					w.Poll()
					time.Sleep(150 * time.Millisecond)
				}
			}, func(*skua.Worker) {})
			return 0
		}, []string{"have done nothing but poll", "hang_test.go:"}},
		"a pipe into which an offered task writes": {func(p skua.Place, _ *atomic.Bool) int {
			r, w, err := os.Pipe()
			if err != nil {
				return 1
			}
			defer r.Close()
			skua.Join(p, func(*skua.Worker) { io.ReadAll(r) }, func(*skua.Worker) { w.Close() })
			return 0
		}, []string{"unexposed wait", "IO wait", "hang_test.go:"}},
		"a pipe into which nobody writes": {func(p skua.Place, _ *atomic.Bool) int {
			r, w, err := os.Pipe()
			if err != nil {
				return 1
			}
			t.Cleanup(func() { w.Close() })
			skua.Join(p, func(*skua.Worker) { io.ReadAll(r) }, func(*skua.Worker) {})
			return 0
		}, []string{"the program hangs", "IO wait", "hang_test.go:"}},
		"a deadlock beside a goroutine that sleeps": {func(p skua.Place, _ *atomic.Bool) int {
			go func() { time.Sleep(time.Minute) }()
			c := make(chan int)
			skua.Join(p, func(*skua.Worker) { c <- 1 }, func(*skua.Worker) { c <- 2 })
			return 0
		}, []string{"deadlock", "chan send", "hang_test.go:", "Other goroutines of the process", "time.Sleep"}},
	} {
		if leftOut[name] && testing.Short() {
			t.Logf("-short: %s is left out", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var over atomic.Bool // ends what would go on behind the test
			defer over.Store(true)
			wantFound(t, func(p skua.Place) int { return c.program(p, &over) }, c.texts, soon)
		})
	}
}

// long is how long they wait for it: some times the limit.
func long() time.Duration {
	return expect.Size(150*time.Millisecond, 150*time.Millisecond, 400*time.Millisecond)
}

// awaits are programs that wait for what is not the scheduler's, and whose results do not depend on it.
var awaits = map[string]func(p skua.Place) int{
	"a goroutine that sleeps": func(p skua.Place) int {
		c := make(chan int)
		go func() { time.Sleep(long()); close(c) }()
		skua.Join(p, func(*skua.Worker) { <-c }, func(*skua.Worker) {})
		return 0
	},
	"a goroutine that computes": func(p skua.Place) int {
		var g sync.WaitGroup
		g.Go(func() {
			for begun := time.Now(); time.Since(begun) < long(); {
			}
		})
		skua.Join(p, func(*skua.Worker) { g.Wait() }, func(*skua.Worker) {})
		return 0
	},
	"another task that sleeps": func(p skua.Place) int {
		var mu sync.Mutex
		par.For(2, func(int) {
			mu.Lock()
			defer mu.Unlock()
			time.Sleep(long())
		})
		return 0
	},
}

// TestExplore_patient: who waits for a goroutine of the program, which runs or sleeps, is waited for.
func TestExplore_patient(t *testing.T) {
	t.Parallel()
	for name, program := range awaits {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			schedule.Explore(t, program, schedule.Count(4), schedule.Within(50*time.Millisecond, time.Minute))
		})
	}
}

// TestReplay_timers: who waits for a timer or the end of a context has some seconds: nothing tells this
// from a deadlock.
func TestReplay_timers(t *testing.T) {
	t.Parallel()
	for name, wait := range map[string]func(){
		"timer": func() { <-time.After(1500 * time.Millisecond) },
		"context": func() {
			ctx, cancel := context.WithTimeout(context.Background(), 1500*time.Millisecond)
			defer cancel()
			<-ctx.Done()
		},
		"function": func() {
			var g sync.WaitGroup
			g.Add(1)
			time.AfterFunc(1500*time.Millisecond, g.Done)
			g.Wait()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			schedule.Replay(t, "serial", func(p skua.Place) int {
				skua.Join(p, func(*skua.Worker) { wait() }, func(*skua.Worker) {})
				return 0
			})
		})
	}
}

// TestExplore_coroutine: the body of iter.Pull may call the pool, and be left in the middle of a call.
func TestExplore_coroutine(t *testing.T) {
	pulled := func(seq iter.Seq[int]) (all []int) {
		next, stop := iter.Pull(seq)
		defer stop()
		for v, ok := next(); ok; v, ok = next() {
			all = append(all, v)
		}
		return all
	}
	for name, program := range map[string]func(p skua.Place) []int{
		"in no task": func(p skua.Place) []int {
			return pulled(func(yield func(int) bool) {
				for n := range 3 {
					yield(fib.On(p, n+2))
				}
			})
		},
		"in a task": func(p skua.Place) (all []int) {
			skua.Join(p, func(*skua.Worker) {
				all = pulled(func(yield func(int) bool) { yield(fib.On(p, 3)) })
			}, func(w *skua.Worker) { fib.On(w, 3) })
			return all
		},
		"in the middle of a call": func(p skua.Place) []int {
			return pulled(func(yield func(int) bool) {
				skua.Join(p, func(*skua.Worker) { yield(1) }, func(*skua.Worker) {})
			})
		},
	} {
		t.Run(name, func(t *testing.T) { schedule.Explore(t, program, schedule.Count(10)) })
	}
}

// TestExplore_programWaits: the program itself is in no task, so it may wait for one that no worker has
// begun.
func TestExplore_programWaits(t *testing.T) {
	schedule.Explore(t, func(p skua.Place) int {
		c := make(chan int)
		s := skua.NewScope(context.Background(), p)
		s.Go(func(*skua.Worker) error { c <- 1; return nil })
		got := <-c
		s.Wait()
		return got
	}, schedule.Count(10))
}

// TestExplore_callInBlocking: a function in Blocking may call the pool, and goes on beside the others
// after that.
func TestExplore_callInBlocking(t *testing.T) {
	schedule.Explore(t, func(p skua.Place) int {
		c, got := make(chan int), 0
		skua.Join(p, func(w *skua.Worker) {
			skua.Blocking(w, func() { got = fib.On(p, 4) + <-c + fib.On(p, 4) })
		}, func(*skua.Worker) { c <- 1 })
		return got
	}, schedule.Count(10))
}
