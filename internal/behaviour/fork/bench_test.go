package fork

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
)

func closureFib(w *skua.Worker, n int) int {
	if n < 2 {
		return n
	}
	var a, b int
	skua.Join(w,
		func(w *skua.Worker) { a = closureFib(w, n-1) },
		func(w *skua.Worker) { b = closureFib(w, n-2) })
	return a + b
}

// keptFib is closureFib without skua: b is kept where another goroutine could find it.
func keptFib(w, n int) int {
	if n < 2 {
		return n
	}
	var a, b int
	keep(w,
		func(w int) { a = keptFib(w, n-1) },
		func(w int) { b = keptFib(w, n-2) })
	return a + b
}

var kept func(int)

//go:noinline
func keep(w int, a, b func(w int)) {
	kept = b
	a(w)
	b(w)
}

// fibErr and fibErrBoth are fib with a body that may fail.
var fibErr, fibErrBoth = skua.NewFuncErr(forkFibErr), skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
	if n < 2 {
		return n, nil
	}
	a, b := f.Both(n-1, n-2)
	return a + b, nil
})

func forkFibErr(f *skua.Frame[int, int], n int) (int, error) {
	if n < 2 {
		return n, nil
	}
	a, err := forkFibErr(f.Fork(n-2), n-1)
	if err != nil {
		return 0, err
	}
	b, done := f.Join()
	if !done {
		if b, err = forkFibErr(f, n-2); err != nil {
			return 0, err
		}
	}
	return a + b, nil
}

func mustErr(n int, err error) int {
	if err != nil {
		panic(err)
	}
	return n
}

func goroutineFib(n int) int {
	if n < 2 {
		return n
	}
	var a, b int
	var wg sync.WaitGroup
	wg.Go(func() { b = goroutineFib(n - 2) })
	a = goroutineFib(n - 1)
	wg.Wait()
	return a + b
}

// BenchmarkFork computes a Fibonacci number without a cut-off, serially and by
// every form of fork: what differs is the price of the forks.
func BenchmarkFork(b *testing.B) {
	const n = 27
	forks := float64(kit.SerialFib(n+1) - 1)
	measure := func(form string, workers int, f func() int) {
		b.Run(fmt.Sprintf("form=%s/workers=%d", form, workers), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if got := f(); got != 196418 {
					b.Fatalf("got %d, want 196418", got)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/forks, "ns/fork")
		})
	}
	measure("seq", 1, func() int { return kit.SerialFib(n) })
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(b, workers)
		measure("forkjoin", workers, func() int { return kit.Fib.On(pool, n) })
		measure("both", workers, func() int { return forms["both"].On(pool, n) })
		measure("each", workers, func() int { return forms["each"].On(pool, n) })
		measure("err", workers, func() int { return mustErr(fibErr.On(context.Background(), pool, n)) })
		measure("errboth", workers, func() int { return mustErr(fibErrBoth.On(context.Background(), pool, n)) })
		measure("closure", workers, func() (got int) {
			skua.Join(pool, func(w *skua.Worker) { got = closureFib(w, n) }, kit.Nothing)
			return got
		})
	}
	measure("goroutine", 0, func() int { return goroutineFib(n) })
	measure("closures alone", 1, func() int { return keptFib(0, n) })
}

// BenchmarkCall is the price of a call from outside that forks nothing, on pools that let
// any number of callers in, or a few.
func BenchmarkCall(b *testing.B) {
	for _, guests := range []int{0, 2} {
		pool := kit.NewPool(b, 2, skua.WithGuests(guests))
		b.Run(fmt.Sprintf("how=on/guests=%d", guests), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				kit.Fib.On(pool, 1)
			}
		})
		b.Run(fmt.Sprintf("how=run/guests=%d", guests), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				pool.Run(context.Background(), func(*skua.Worker) error { return nil })
			}
		})
	}
	pool := kit.NewPool(b, 2)
	b.Run("how=err", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			fibErr.On(context.Background(), pool, 1)
		}
	})
	b.Run("how=errinside", func(b *testing.B) {
		b.ReportAllocs()
		skua.Join(pool, func(w *skua.Worker) {
			for b.Loop() {
				fibErr.On(context.Background(), w, 1)
			}
		}, kit.Nothing)
	})
}

// BenchmarkPoll is the price of a poll that nobody asked for: without a run, in one whose
// context cannot end, and in one whose context can.
func BenchmarkPoll(b *testing.B) {
	pool := kit.NewPool(b, 1)
	poll := skua.NewFunc(func(f *skua.Frame[*testing.B, int], b *testing.B) int {
		if b == nil {
			return 0
		}
		f.Both(nil, nil) // the first fork opens the gate
		for b.Loop() {
			f.Poll()
		}
		return 0
	})
	ends, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.Run("run=none", func(b *testing.B) { poll.On(pool, b) })
	for _, ctx := range []context.Context{context.Background(), ends} {
		b.Run(fmt.Sprintf("run=%T", ctx), func(b *testing.B) {
			pool.Run(ctx, func(w *skua.Worker) error { poll.On(w, b); return nil })
		})
	}
}

// BenchmarkInside is the price of calls in a task that share nothing: Try, Blocking with
// no other worker awake, a loop of one index, a scope with one task or with none.
func BenchmarkInside(b *testing.B) {
	pool := kit.NewPool(b, 1)
	task := func(*skua.Worker) error { return nil }
	one := skua.Loop{To: 1, Body: func(p *skua.Part) {
		for p.Next() {
		}
	}}
	for _, call := range []struct {
		how string
		f   func(w *skua.Worker)
	}{
		{"try", func(w *skua.Worker) { skua.Try(w, func() {}) }},
		{"blocking", func(w *skua.Worker) { skua.Blocking(w, func() {}) }},
		{"loop", func(w *skua.Worker) { one.Run(w) }},
		{"scope", func(w *skua.Worker) { skua.NewScope(context.Background(), w).Wait() }},
		{"scopego", func(w *skua.Worker) {
			s := skua.NewScope(context.Background(), w)
			w.Go(s, task)
			s.Wait()
		}},
	} {
		b.Run("how="+call.how, func(b *testing.B) {
			b.ReportAllocs()
			pool.Run(context.Background(), func(w *skua.Worker) error {
				for b.Loop() {
					call.f(w)
				}
				return nil
			})
		})
	}
}

// BenchmarkScope is the price of a spawned task.
func BenchmarkScope(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			pool := kit.NewPool(b, workers)
			b.ReportAllocs()
			const tasks = 1000
			for b.Loop() {
				s := skua.NewScope(context.Background(), pool)
				s.Go(func(w *skua.Worker) error {
					for range tasks {
						w.Go(s, func(*skua.Worker) error { return nil })
					}
					return nil
				})
				if err := s.Wait(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/tasks, "ns/task")
		})
	}
}

// BenchmarkWake is how long it takes from a fork in an idle pool until the thief
// that it woke begins, beside a hand-off between two goroutines by a channel.
func BenchmarkWake(b *testing.B) {
	report := func(b *testing.B, took []time.Duration) {
		slices.Sort(took)
		b.ReportMetric(0, "ns/op") // the rest of a round is no part of it
		b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "p50-ns")
		b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
	}
	b.Run("how=fork", func(b *testing.B) {
		pool := kit.NewPool(b, 2)
		kit.Widest(b, pool)
		var from, to time.Time
		var begun chan struct{}
		wake := skua.NewFunc(func(f *skua.Frame[bool, int], thief bool) int {
			if thief {
				to = time.Now()
				close(begun)
				return 0
			}
			from = time.Now()
			kit.Meet(f.Fork(true), begun)
			_, _ = f.Join()
			return 0
		})
		var took []time.Duration
		for b.Loop() {
			asleep(b, pool)
			begun = make(chan struct{})
			wake.On(pool, false)
			took = append(took, to.Sub(from))
		}
		report(b, took)
	})
	b.Run("how=channel", func(b *testing.B) {
		to, begun := make(chan struct{}), make(chan time.Time)
		go func() {
			for range to {
				begun <- time.Now()
			}
		}()
		pool := kit.NewPool(b, 2)
		kit.Widest(b, pool)
		var took []time.Duration
		for b.Loop() {
			asleep(b, pool) // the same pause
			from := time.Now()
			to <- struct{}{}
			took = append(took, (<-begun).Sub(from))
		}
		close(to)
		report(b, took)
	})
}

// asleep waits until all of the pool's goroutines sleep, and a little longer, so
// that the thread that ran them last does too.
func asleep(b *testing.B, pool *skua.Pool) {
	kit.WantFull(b, pool)
	for end := time.Now().Add(50 * time.Microsecond); time.Now().Before(end); {
	}
}
