package pool

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// TestBubble: in a bubble of testing/synctest the default pool, and pools that are made there, run on
// goroutines of the bubble that end by themselves: or the bubble would not. While tasks wait the clock of
// the bubble goes on.
func TestBubble(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for range expect.Size(4, 10, 10) {
		synctest.Test(t, func(t *testing.T) { useInBubble(t, skua.Default()) })
		synctest.Test(t, func(t *testing.T) {
			pool, err := skua.New(skua.WithWorkers(4))
			if err != nil {
				t.Fatal(err)
			}
			useInBubble(t, pool) // and is not closed
		})
	}
}

// TestBubble_hours: tasks that wait for a place cost a bubble nothing, however long those that run sleep.
func TestBubble_hours(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	synctest.Test(t, func(t *testing.T) {
		s := skua.NewScope(t.Context(), skua.Here())
		for range 5 {
			s.Go(func(*skua.Worker) error { time.Sleep(10_000 * time.Hour); return nil })
		}
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
	})
}

func useInBubble(t *testing.T, pool *skua.Pool) {
	begin := time.Now()
	nap := func(*skua.Worker) error {
		skua.Blocking(skua.Here(), func() { time.Sleep(time.Second) })
		return nil
	}
	for range 3 {
		if n := sumOf(50_000, par.On(pool)); n != 1_249_975_000 {
			t.Errorf("a loop adds up to %d", n)
		}
		s := skua.NewScope(t.Context(), pool)
		for range 20 {
			s.Go(nap)
		}
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
	}
	if took := time.Since(begin); took != 6*time.Second {
		t.Errorf("three times twenty tasks that sleep for a second at once, and a second after each: %v", took)
	}
	if n := sumOf(50_000); n != 1_249_975_000 { // where the caller is
		t.Errorf("a loop at no place adds up to %d", n)
	}
}

// sumOf adds the indices below n, in a loop that is long enough for thieves.
func sumOf(n int, o ...par.Option) int {
	return par.MapReduceN(n, 0, func(i int) int {
		for k := range 200 {
			i ^= k // all together change nothing
		}
		return i
	}, func(a, b int) int { return a + b }, o...)
}

// TestBubble_long: while long tasks run, the times after which one worker more runs double.
func TestBubble_long(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	synctest.Test(t, func(t *testing.T) {
		pool, err := skua.New(skua.WithWorkers(1))
		if err != nil {
			t.Fatal(err)
		}
		s := skua.NewScope(t.Context(), pool)
		for range 40 {
			s.Go(func(*skua.Worker) error { time.Sleep(time.Hour); return nil })
		}
		time.Sleep(16 * time.Second)
		if n := pool.Stats().Busy; n > 8 { // one, and after 0.1, 0.5, 1.3, 2.9, 6.1 and 12.5 s
			t.Errorf("%d workers run, want one and one for each time of which each is twice the last", n)
		}
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
	})
}

// TestBubble_outside: a task that waits, outside of Blocking, for its tasks loses the time of one standstill,
// however many these are, and however often. Branches of race builds wait for 10 ms each.
func TestBubble_outside(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	const times = 20
	for _, tasks := range []int{1, 40} {
		synctest.Test(t, func(t *testing.T) {
			pool, err := skua.New(skua.WithWorkers(1))
			if err != nil {
				t.Fatal(err)
			}
			begin := time.Now()
			s := skua.NewScope(t.Context(), pool)
			s.Go(func(*skua.Worker) error {
				for range times {
					var left sync.WaitGroup
					for range tasks {
						left.Add(1)
						s.Go(func(*skua.Worker) error { left.Done(); return nil })
					}
					left.Wait()
				}
				return nil
			})
			synctest.Wait() // it has begun, not in Wait, whose caller would run the others
			if err := s.Wait(); err != nil {
				t.Error(err)
			}
			if took := time.Since(begin); took > times*500*time.Millisecond {
				t.Errorf("%d times %d tasks took %v", times, tasks, took)
			}
		})
	}
}
