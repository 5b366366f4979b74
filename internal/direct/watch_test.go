package direct

import (
	"iter"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
)

// troubled runs two residents, which are to be in trouble.
func troubled(t *testing.T, name string, first, second func(d *Director)) *Director {
	d := newDirector(t, name, soon)
	go d.Run(nil, func() {
		each(d, 2, func(k int) {
			if k == 0 {
				first(d)
			} else {
				second(d)
			}
		})
	})
	return d
}

// TestTrouble_deadlock: runners that wait for each other.
func TestTrouble_deadlock(t *testing.T) {
	a, b := make(chan int), make(chan int)
	d := troubled(t, Serial, func(*Director) { <-a }, func(*Director) { <-b })
	got := wantTrouble(t, d, Deadlock)
	if text := strings.Join(got.Stacks, "\n"); strings.Count(text, "chan receive") < 2 || !strings.Contains(text, "watch_test.go:") || got.After < soon.Patience {
		t.Errorf("after %v, stacks\n%s", got.After, text)
	}
	close(a)
	close(b)
}

// TestTrouble_outside: runners in Blocking that nobody wakes.
func TestTrouble_outside(t *testing.T) {
	never := make(chan int)
	wait := func(d *Director) { d.Outside(); <-never; d.Inside() }
	wantTrouble(t, troubled(t, Right, wait, wait), Deadlock)
	close(never)
}

// TestTrouble_unexposed: a runner waits for what a thief does when it is let come.
func TestTrouble_unexposed(t *testing.T) {
	c := make(chan int)
	d := newDirector(t, Serial, soon)
	go d.Run(nil, func() {
		d.Enter() // in a task
		d.Go(func() {
			d.Point(Search)
			d.Point(Begin)
			c <- 1
		})
		<-c
		d.Point(Join)
		d.Leave()
	})
	if got := wantTrouble(t, d, Unexposed); !strings.Contains(got.Stacks[0], "chan receive") {
		t.Errorf("stacks %v", got.Stacks)
	}
}

// TestTrouble_inNoTask: the program itself may wait for what only a thief does.
func TestTrouble_inNoTask(t *testing.T) {
	c := make(chan int)
	d := directed(t, Serial, Usual, func(d *Director) {
		d.Go(func() {
			d.Point(Search)
			d.Point(Begin)
			c <- 1
		})
		<-c
		d.Point(Join)
	})
	wantNone(t, d)
}

// wantNone wants no trouble so far.
func wantNone(t *testing.T, d *Director) {
	t.Helper()
	select {
	case got := <-d.Troubles():
		t.Errorf("trouble %d: %v", got.Kind, got.Stacks)
	default:
	}
}

// TestTrouble_endless: a runner that runs and comes to no point.
func TestTrouble_endless(t *testing.T) {
	t.Parallel()
	var over atomic.Bool
	defer over.Store(true)
	d := troubled(t, Left, func(*Director) {
		for !over.Load() {
		}
	}, func(*Director) {})
	if got := wantTrouble(t, d, Endless); !strings.Contains(got.Stacks[0], "TestTrouble_endless") {
		t.Errorf("stacks %v", got.Stacks)
	}
}

// TestTrouble_polls: runners that poll only.
func TestTrouble_polls(t *testing.T) {
	t.Parallel() // all that spin do so beside each other: they wait, and share the processors
	for _, name := range names()[:expect.Size(2, 18, 18)] {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var over atomic.Bool
			defer over.Store(true)
			poll := func(d *Director) {
				for !over.Load() {
					d.Point(Poll)
				}
			}
			got := wantTrouble(t, troubled(t, name, poll, poll), Polls)
			if over.Store(true); !strings.Contains(strings.Join(got.Stacks, "\n"), "TestTrouble_polls") {
				t.Errorf("stacks %v", got.Stacks)
			}
		})
	}
}

// TestTrouble_others: a goroutine that may wake a runner is waited for, and shown if it did not.
func TestTrouble_others(t *testing.T) {
	t.Parallel()
	var stop atomic.Bool
	a := make(chan int)
	defer stop.Store(true)
	go func() {
		for !stop.Load() {
			time.Sleep(time.Millisecond)
		}
	}()
	d := troubled(t, Serial, func(*Director) { <-a }, func(*Director) { <-a })
	got := wantTrouble(t, d, Deadlock)
	if got.After < soon.Generous || !strings.Contains(strings.Join(got.Others, "\n"), "TestTrouble_others") {
		t.Errorf("after %v: %v", got.After, got.Others)
	}
	close(a)
}

// TestSpin: a runner that spins until another one, which has begun, does something, is passed by.
func TestSpin(t *testing.T) {
	var set atomic.Bool
	d := newDirector(t, Left, Limits{Patience: soon.Patience, Generous: time.Minute})
	d.Run(nil, func() {
		each(d, 2, func(k int) {
			if d.Point(Fork); k == 0 {
				for !set.Load() {
				}
			} else {
				d.Point(Fork)
				set.Store(true)
			}
		})
	})
	wantNone(t, d)
}

// TestGoroutines: what their stacks say that goroutines wait for.
func TestGoroutines(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	mu.Lock()
	never, began := make(chan int), make(chan uint64)
	var g sync.WaitGroup
	defer g.Wait()
	defer mu.Unlock()
	defer close(never)
	start := func(f func()) uint64 {
		number := make(chan uint64)
		g.Go(func() { number <- numberOf(); f() })
		return <-number
	}
	waits := map[string]uint64{
		"receive": start(func() { <-never }),
		"select": start(func() {
			select {
			case <-never:
			case <-began:
			}
		}),
		"lock": start(func() { mu.Lock(); defer mu.Unlock() }),
		"coroutine": start(func() {
			next, stop := iter.Pull(func(yield func(int) bool) { <-never })
			defer stop()
			next()
		}),
	}
	sleeps := start(func() { time.Sleep(time.Second / 2) })
	for name, number := range waits {
		for {
			all := goroutines()
			if all[number].sleeps {
				t.Fatalf("%s: it sleeps: %s", name, all[number].text)
			}
			if all[number].waits {
				break
			}
			runtime.Gosched()
		}
	}
	if all := goroutines(); all[sleeps].waits || all[numberOf()].waits || all[numberOf()].sleeps {
		t.Errorf("%s\n%s", all[sleeps].text, all[numberOf()].text)
	}
}
