//go:build explore

package scenario

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/policy"
)

// TestExploreCoarse: of three workers two are idle. Three tasks neither fork nor poll, and none
// ends before all have begun. So the caller must have given two away before it begins the third.
func TestExploreCoarse(t *testing.T) {
	for name, run := range map[string]func(w *crew.Worker, leaf func(*skua.Worker)){
		"Each": func(w *crew.Worker, leaf func(*skua.Worker)) {
			skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
				if n > 0 {
					f.Each(make([]int, n), make([]int, n))
					return 0
				}
				leaf(nil)
				return 0
			}).On(skua.WorkerOn(w), 3)
		},
		"Both": func(w *crew.Worker, leaf func(*skua.Worker)) {
			skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
				if n > 1 {
					f.Both(n-1, 1)
					return 0
				}
				leaf(nil)
				return 0
			}).On(skua.WorkerOn(w), 3)
		},
		"Join": func(w *crew.Worker, leaf func(*skua.Worker)) {
			skua.Join(skua.WorkerOn(w), func(w *skua.Worker) { skua.Join(w, leaf, leaf) }, leaf)
		},
	} {
		t.Run(name, func(t *testing.T) {
			budget.Check(t, configured(crew.Config{Workers: 3, Expose: policy.ExposeHalf}, func(_ *explore.X, p *skua.Pool) func() error {
				var begun atomic.Int32
				p.Guest(func(w *crew.Worker) {
					run(w, func(*skua.Worker) {
						begun.Add(1)
						for begun.Load() < 3 {
							park.Yield()
						}
					})
				})
				return func() error {
					if n := begun.Load(); n != 3 {
						return fmt.Errorf("%d tasks began, want 3", n)
					}
					return nil
				}
			}), budget.Wide)
		})
	}
}

// TestExploreLook: the caller's first task of three lasts until the other worker has found nothing and
// sleeps. The second lasts until the third has begun, which is older and pending: so the caller must have
// looked before it began the second.
func TestExploreLook(t *testing.T) {
	budget.Check(t, configured(crew.Config{Workers: 2, Expose: policy.ExposeHalf}, func(_ *explore.X, p *skua.Pool) func() error {
		var began, older atomic.Bool
		p.Guest(func(w *crew.Worker) {
			// The other worker may be at the end of a task, and not be counted as idle, when the
			// three are forked.
			skua.Join(skua.WorkerOn(w), func(w *skua.Worker) { pollUntil(w, &began) }, func(*skua.Worker) { began.Store(true) })
			skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
				switch n {
				case 0:
					f.Each([]int{1, 2, 3}, make([]int, 3))
				case 1:
					for p.Sched().Sleep.Free() == 0 {
						park.Yield()
					}
				case 2:
					for !older.Load() {
						park.Yield()
					}
				case 3:
					older.Store(true)
				}
				return n
			}).On(skua.WorkerOn(w), 0)
		})
		return func() error {
			if !older.Load() {
				return fmt.Errorf("the third task did not run")
			}
			return nil
		}
	}), budget.Wide)
}

// TestExploreUrgent: the other worker ran a task for which the caller had to wait, so some forks pass. But it
// has found nothing since then, and sleeps: so the next fork is answered, and its first branch lasts until
// the second has begun.
func TestExploreUrgent(t *testing.T) {
	budget.Check(t, configured(crew.Config{Workers: 2, Expose: policy.ExposeHalf}, func(_ *explore.X, p *skua.Pool) func() error {
		var began [2]atomic.Bool
		p.Guest(func(w *crew.Worker) {
			skua.Join(skua.WorkerOn(w), func(w *skua.Worker) { pollUntil(w, &began[0]) }, func(*skua.Worker) { began[0].Store(true) })
			for p.Sched().Sleep.Free() == 0 {
				park.Yield()
			}
			skua.Join(skua.WorkerOn(w), func(*skua.Worker) {
				for !began[1].Load() {
					park.Yield()
				}
			}, func(*skua.Worker) { began[1].Store(true) })
		})
		return func() error {
			if !began[1].Load() {
				return fmt.Errorf("the second branch did not run")
			}
			return nil
		}
	}), budget.Wide)
}
