package fork

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// coarse are the forms in which a program forks n tasks that neither fork nor poll.
var coarse = map[string]func(pool *skua.Pool, n int, leaf func()){
	"Each": func(pool *skua.Pool, n int, leaf func()) {
		skua.NewFunc(func(f *skua.Frame[int, int], k int) int {
			if k > 0 {
				f.Each(make([]int, k), make([]int, k))
			} else {
				leaf()
			}
			return 0
		}).On(pool, n)
	},
	"Both": func(pool *skua.Pool, n int, leaf func()) {
		skua.NewFunc(func(f *skua.Frame[int, int], k int) int {
			if k > 1 {
				f.Both(k/2, k-k/2)
			} else {
				leaf()
			}
			return 0
		}).On(pool, n)
	},
	"Fork": func(pool *skua.Pool, n int, leaf func()) {
		var body func(f *skua.Frame[int, int], k int) int
		body = func(f *skua.Frame[int, int], k int) int {
			if k == 1 {
				leaf()
				return 0
			}
			body(f.Fork(k-k/2), k/2)
			if _, done := f.Join(); !done {
				body(f, k-k/2)
			}
			return 0
		}
		skua.NewFunc(body).On(pool, n)
	},
	"Join": func(pool *skua.Pool, n int, leaf func()) {
		var body func(w *skua.Worker, k int)
		body = func(w *skua.Worker, k int) {
			if k == 1 {
				leaf()
				return
			}
			skua.Join(w, func(w *skua.Worker) { body(w, k/2) }, func(w *skua.Worker) { body(w, k-k/2) })
		}
		skua.Join(pool, func(w *skua.Worker) { body(w, n/2) }, func(w *skua.Worker) { body(w, n-n/2) })
	},
}

// TestCoarse wants as many tasks to run at a time as there are workers, however the program forks
// them: none ends before all have begun.
func TestCoarse(t *testing.T) {
	for name, run := range coarse {
		for _, workers := range []int{2, 4, 8, 64} {
			t.Run(fmt.Sprint(name, "/", workers), func(t *testing.T) {
				defer expect.Within(t, time.Minute)()
				for range 10 {
					pool := kit.NewPool(t, workers) // of which all workers but the caller are idle, and known to be
					var begun atomic.Int64
					all := make(chan struct{})
					run(pool, workers, func() {
						if begun.Add(1) == int64(workers) {
							close(all)
						}
						<-all
					})
				}
			})
		}
	}
}

// TestCoarse_afterTiny is TestCoarse after tasks that were too short to be stolen: then some forks pass.
func TestCoarse_afterTiny(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 4)
	skua.Join(pool, func(w *skua.Worker) {
		for range 20 {
			for range 2_000 {
				skua.Join(w, kit.Nothing, kit.Nothing)
			}
			for s := pool.Stats(); s.Free < 3; s = pool.Stats() { // they sleep soon, and their request stands
				runtime.Gosched()
			}
			met := make(chan struct{})
			skua.Join(w, func(*skua.Worker) { met <- struct{}{} }, func(*skua.Worker) { <-met })
		}
	}, kit.Nothing)
}
