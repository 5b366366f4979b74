package roster

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
)

type worker struct{ Entry }

// TestRoster adds and removes at random, while readers go round: each must meet
// every worker that stays.
func TestRoster(t *testing.T) {
	var r Roster[worker, *worker]
	r.Init()
	stay := map[*worker]bool{}
	for range 5 {
		w := new(worker)
		r.Add(w)
		stay[w] = true
	}
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				met := 0
				for w := range r.Each {
					if stay[w] {
						met++
					}
				}
				if met != len(stay) {
					t.Errorf("a reader met %d of the %d workers that stay", met, len(stay))
				}
				select {
				case <-stop:
					return
				default:
					runtime.Gosched()
				}
			}
		})
	}
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	var some []*worker
	for step := range 20_000 {
		if grows := step/2000%2 == 0; random.IntN(3) == 0 != grows || len(some) == 0 {
			w := new(worker)
			r.Add(w)
			some = append(some, w)
		} else {
			k := random.IntN(len(some))
			r.Remove(some[k])
			some = slices.Delete(some, k, k+1)
		}
		if n, most := len(r.Entries()), 2*(len(some)+len(stay))+Few; step%100 == 0 && n > most {
			t.Fatalf("step %d: %d entries for %d workers (seed %d)", step, n, len(some)+len(stay), seed)
		}
	}
	close(stop)
	readers.Wait()
	var got []*worker
	for w := range r.Each {
		if r.Entries()[*w.at()].Load() != w {
			t.Error("a worker is not at its entry")
		}
		got = append(got, w)
	}
	for _, w := range some {
		if !slices.Contains(got, w) {
			t.Error("a worker is missing")
		}
	}
	if len(got) != len(some)+len(stay) {
		t.Errorf("%d workers, want %d", len(got), len(some)+len(stay))
	}
}
