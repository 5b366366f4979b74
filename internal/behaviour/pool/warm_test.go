package pool

import (
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// regions runs short loops, one after the other, and says how many indices they ran.
func regions(at skua.Place, loops, indices int) (ran int) {
	hit := make([]int, indices)
	for range loops {
		l := skua.Loop{To: indices, Body: func(p *skua.Part) {
			for p.Next() {
				for range 200 {
					hit[p.Index()]++
				}
			}
		}}
		l.Run(at)
	}
	for _, n := range hit {
		ran += n / 200
	}
	return ran
}

// TestWarm: series of short loops, from several callers, inside each other and in tasks, run each
// index once.
func TestWarm(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 4)
	const loops, indices = 200, 256
	var callers sync.WaitGroup
	for range 3 {
		callers.Go(func() {
			pool.Warm(func() {
				if n := regions(pool, loops, indices); n != loops*indices {
					t.Errorf("%d indices ran, want %d", n, loops*indices)
				}
				kit.Inside(pool, func(w *skua.Worker) {
					pool.Warm(func() {
						if n := regions(w, loops, indices); n != loops*indices {
							t.Errorf("in a task: %d indices ran, want %d", n, loops*indices)
						}
					})
				})
			})
		})
	}
	callers.Wait()
}

// TestWarm_panic: a panic goes through, and the pool cools down: its workers go to sleep.
func TestWarm_panic(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	if r := expect.Recovered(func() {
		pool.Warm(func() {
			regions(pool, 10, 256)
			panic("x")
		})
	}); r != "x" {
		t.Errorf("the panic is %v", r)
	}
	expect.Eventually(t, "nobody searches", func() bool {
		s := pool.Stats()
		return s.Searching == 0 && s.Free == 2
	})
}

// TestWarm_closed: there is nothing to wake in a closed pool.
func TestWarm_closed(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	ran := false
	if pool.Warm(func() { ran = true }); !ran {
		t.Error("it did not run")
	}
}
