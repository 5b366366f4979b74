package pool

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/skua-go/skua"
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
