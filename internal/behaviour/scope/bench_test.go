package scope

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
)

// A spawner gives n tasks one by one and returns when all have ended.
type spawner struct {
	how   string
	spawn func(n int, task func())
}

// spawners are the ways to do it: two of goroutines, to compare with, and scopes
// on the pool, made and filled from outside and by a task.
func spawners(pool *skua.Pool) []spawner {
	return []spawner{
		{"goroutines", func(n int, task func()) {
			var wg sync.WaitGroup
			for range n {
				wg.Go(task)
			}
			wg.Wait()
		}},
		{"outside", func(n int, task func()) {
			s := skua.NewScope(context.Background(), pool)
			for range n {
				s.Go(func(*skua.Worker) error { task(); return nil })
			}
			s.Wait()
		}},
		{"worker", func(n int, task func()) {
			pool.Run(context.Background(), func(w *skua.Worker) error {
				s := skua.NewScope(context.Background(), w)
				for range n {
					w.Go(s, func(*skua.Worker) error { task(); return nil })
				}
				return s.Wait()
			})
		}},
	}
}

// perTask reports the time of one of n tasks.
func perTask(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/task")
	b.ReportMetric(0, "ns/op")
}

// work computes for about that long.
func work(ns int) func() {
	const loop = 1 << 16
	best := time.Hour // the others were disturbed
	for range 20 {
		start := time.Now()
		burn(loop)
		best = min(best, time.Since(start))
	}
	n := int(float64(ns) / float64(best.Nanoseconds()) * loop)
	return func() { burn(n) }
}

// burn takes n steps, each of which waits for the one before.
func burn(n int) {
	x := uint64(1)
	for range n {
		x = x*6364136223846793005 + 1
	}
	runtime.KeepAlive(x)
}

// BenchmarkSpawn is the price of a spawned task, beside that of a goroutine.
func BenchmarkSpawn(b *testing.B) {
	pool := kit.NewPool(b, 2)
	for _, grain := range []int{0, 100, 200, 400, 1000} {
		task := work(grain)
		for _, n := range []int{1e3, 1e5, 1e6} {
			if grain > 0 && n != 1e5 {
				continue
			}
			for _, s := range spawners(pool) {
				b.Run(fmt.Sprintf("grain=%d/n=%d/how=%s", grain, n, s.how), func(b *testing.B) {
					for b.Loop() {
						s.spawn(n, task)
					}
					perTask(b, n)
				})
			}
		}
	}
}

// BenchmarkSubmit gives tasks from several goroutines at a time, into one scope
// or as goroutines.
func BenchmarkSubmit(b *testing.B) {
	pool := kit.NewPool(b, 2)
	const each = 10_000
	produce := func(producers int, one func()) {
		var wg sync.WaitGroup
		for range producers {
			wg.Go(func() {
				for range each {
					one()
				}
			})
		}
		wg.Wait()
	}
	for _, producers := range []int{1, 4, 16} {
		b.Run(fmt.Sprintf("producers=%d/how=goroutines", producers), func(b *testing.B) {
			for b.Loop() {
				var wg sync.WaitGroup
				produce(producers, func() { wg.Go(func() {}) })
				wg.Wait()
			}
			perTask(b, producers*each)
		})
		b.Run(fmt.Sprintf("producers=%d/how=scope", producers), func(b *testing.B) {
			for b.Loop() {
				s := skua.NewScope(context.Background(), pool)
				produce(producers, func() { s.Go(func(*skua.Worker) error { return nil }) })
				s.Wait()
			}
			perTask(b, producers*each)
		})
	}
}

// BenchmarkStart is how long it takes from Go on an idle pool until the task
// begins, beside a hand-off by a channel to a goroutine that waits.
func BenchmarkStart(b *testing.B) {
	tasks := make(chan func())
	defer close(tasks)
	go func() {
		for task := range tasks {
			task()
		}
	}()
	pool := kit.NewPool(b, 2)
	for _, way := range []struct {
		how  string
		give func(task func()) (wait func())
	}{
		{"channel", func(task func()) (wait func()) {
			tasks <- task
			return func() {}
		}},
		{"scope", func(task func()) (wait func()) {
			s := skua.NewScope(context.Background(), pool)
			s.Go(func(*skua.Worker) error { task(); return nil })
			return func() { s.Wait() }
		}},
	} {
		b.Run("how="+way.how, func(b *testing.B) {
			begun := make(chan time.Time)
			var took []time.Duration
			for b.Loop() {
				time.Sleep(500 * time.Microsecond) // so that all sleep, threads too
				from := time.Now()
				wait := way.give(func() { begun <- time.Now() })
				took = append(took, (<-begun).Sub(from))
				wait()
			}
			slices.Sort(took)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "p50-ns")
			b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
		})
	}
}
