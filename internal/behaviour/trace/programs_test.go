package trace

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace/record"
)

// burn computes for that long.
func burn(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; {
	}
}

// tree is a tree of forks with leaves of 100 µs.
var tree = skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
	if depth == 0 {
		burn(100 * time.Microsecond)
		return 1
	}
	a, b := f.Both(depth-1, depth-1)
	return a + b
})

// programs are of all kinds of work; each makes that many calls from outside.
var programs = []struct {
	name  string
	calls int64
	run   func(pool *skua.Pool)
}{
	{"nothing", 0, func(*skua.Pool) {}},
	{"forks", 1, func(pool *skua.Pool) { tree.On(pool, 6) }},
	{"loop", 1, func(pool *skua.Pool) {
		l := skua.Loop{To: 200, Body: func(p *skua.Part) {
			for p.Next() {
				burn(50 * time.Microsecond)
			}
		}}
		l.Run(pool)
	}},
	{"scope", 1, func(pool *skua.Pool) {
		kit.Inside(pool, func(w *skua.Worker) {
			s := skua.NewScope(context.Background(), w)
			for range 50 {
				w.Go(s, func(*skua.Worker) error { burn(100 * time.Microsecond); return nil })
			}
			s.Wait()
		})
	}},
	{"blocking", 1, func(pool *skua.Pool) {
		skua.Join(pool, func(w *skua.Worker) {
			skua.Blocking(w, func() { time.Sleep(5 * time.Millisecond) })
		}, func(*skua.Worker) { burn(5 * time.Millisecond) })
	}},
	{"nested", 1, func(pool *skua.Pool) {
		kit.Inside(pool, func(*skua.Worker) {
			tree.On(pool, 3)
			tree.OnContext(context.Background(), pool, 3) // as a guest inside the task
			burn(time.Millisecond)
		})
	}},
	{"two callers", 2, func(pool *skua.Pool) {
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() { tree.On(pool, 5) })
		}
		all.Wait()
	}},
	{"panic", 1, func(pool *skua.Pool) {
		expect.Recovered(func() {
			skua.Join(pool, func(*skua.Worker) { burn(time.Millisecond) }, func(*skua.Worker) { panic("an example") })
		})
	}},
	{"cancelled", 1, func(pool *skua.Pool) {
		ctx, cancel := context.WithCancel(context.Background())
		pool.Run(ctx, func(w *skua.Worker) error {
			skua.Join(w, func(w *skua.Worker) { burn(time.Millisecond); cancel(); w.Poll() },
				func(w *skua.Worker) { burn(time.Millisecond) })
			return nil
		})
	}},
}

// recorded returns the report of a program on a pool of its own.
func recorded(t *testing.T, workers int, run func(pool *skua.Pool), options ...skua.Option) (*skua.Pool, *record.Recording) {
	t.Helper()
	pool := kit.NewPool(t, workers, options...)
	rec, err := record.Start(pool, record.Config{})
	if err != nil {
		t.Fatal(err)
	}
	run(pool)
	return pool, rec
}
