package trace

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace/record"
)

// fall is a tree of forks of which one leaf panics, ends its goroutine or cancels its call.
func fall(w *skua.Worker, depth, at, how int, cancel func()) {
	if depth == 0 {
		burn(20 * time.Microsecond)
		if at != 0 {
			return
		}
		switch how {
		case 0:
			panic("an example")
		case 1:
			runtime.Goexit()
		case 2:
			cancel()
			w.Poll()
		}
		return
	}
	skua.Join(w, func(w *skua.Worker) { fall(w, depth-1, at/2, how, cancel) },
		func(w *skua.Worker) { fall(w, depth-1, at/2+at%2*64, how, cancel) })
}

// storm runs a random program on pool, which may call into another pool.
func storm(pool, other *skua.Pool, random *rand.Rand) {
	what, at, how := random.IntN(6), random.IntN(16), random.IntN(4)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	switch what {
	case 0, 1:
		var done sync.WaitGroup
		done.Go(func() { // which Goexit may end
			defer func() { recover() }()
			pool.Run(ctx, func(w *skua.Worker) error { fall(w, 4, at, how, cancel); return nil })
		})
		done.Wait()
	case 2:
		pool.Run(ctx, func(w *skua.Worker) error {
			for range 5 {
				expect.Recovered(func() { fall(w, 2, at, 0, cancel) })
			}
			return errors.New("an example")
		})
	case 3:
		pool.Run(ctx, func(w *skua.Worker) error {
			tree.On(other, 2)
			return other.Run(ctx, func(*skua.Worker) error { tree.On(pool, 1); return nil })
		})
	case 4:
		pool.Run(ctx, func(w *skua.Worker) error {
			next, stop := iter.Pull(func(yield func(int) bool) {
				for k := range 3 {
					tree.On(pool, 1)
					if !yield(k) {
						return
					}
				}
			})
			defer stop()
			next()
			tree.On(w, 1)
			next()
			return nil
		})
	case 5:
		pool.Run(ctx, func(w *skua.Worker) error {
			s := skua.NewScope(ctx, w)
			l := skua.Loop{To: 20, Body: func(p *skua.Part) {
				for p.Next() {
					w := p.Worker()
					w.Go(s, func(w *skua.Worker) error { burn(30 * time.Microsecond); return nil })
				}
			}}
			l.Run(w)
			skua.Blocking(w, runtime.Gosched)
			return s.Wait()
		})
	}
}

// TestStorm: recordings of many callers whose calls end in all ways add up, also while the pool's
// size changes, and when it is closed.
func TestStorm(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	for seed := range uint64(expect.Size(2, 3, 3)) {
		pool, other := kit.NewPool(t, 2), kit.NewPool(t, 2)
		rec, err := record.Start(pool, record.Config{NoSolo: seed%2 == 0})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for caller := range uint64(30) {
			all.Go(func() {
				random := rand.New(rand.NewPCG(seed, caller))
				for range 6 {
					storm(pool, other, random)
				}
			})
		}
		for k := range 4 {
			pool.Resize(1 + k%3)
			rec.Report()
		}
		all.Wait()
		pool.Close()
		if r, err := record.Start(pool, record.Config{}); err == nil {
			r.Stop()
			t.Error("a second recording began beside the first")
		}
		var reports [2]any
		for k := range reports {
			all.Go(func() { reports[k] = rec.Stop() })
		}
		all.Wait()
		r := rec.Stop()
		if reports[0] != any(r) || reports[1] != any(r) {
			t.Error("two that stop a recording get different reports")
		}
		wantSums(t, r)
		if d := r.Dag.Seconds / r.Span.Work; d < 0.99 || d > 1.01 {
			t.Errorf("the dag has %v of the work", d)
		}
		if _, err := json.Marshal(r); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}
