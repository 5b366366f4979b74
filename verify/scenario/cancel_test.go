//go:build explore

package scenario

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/verify/quiet"
)

// TestExploreCancel cancels a run at every point of it.
func TestExploreCancel(t *testing.T) {
	prog := programs["bal"]
	want, _ := prog.serial(0)
	for _, thieves := range [][]int{{}, {1}, {2}} {
		t.Run(fmt.Sprintf("thieves=%v", thieves), func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 1 + len(thieves)}))
				st := newState(append(prog[:len(prog):len(prog)], node{}))
				startThieves(x, pool, thieves)
				job, _ := pool.Sched().NewJob(context.Background())
				x.Go(func() { job.Cancel() })
				got, failure := runJob(pool, job, func(w *crew.Worker) int { return st.f.Enter(w, 0) })
				st.over = true
				x.OnEnd(func() error {
					if failure == nil {
						return errors.Join(st.check(got, nil, want, false), quiet.Check(pool.Sched()))
					}
					if !failure.CancelledBy(job) || st.late {
						return fmt.Errorf("failure %v, late %v", failure.Value, st.late)
					}
					return quiet.Check(pool.Sched())
				})
			}, budget.Deep)
		})
	}
}

// TestExploreCancelStops: no fork passes after the cancellation was announced.
func TestExploreCancelStops(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
		var announced atomic.Bool
		passed := false
		fn := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			for range n {
				stop := announced.Load()
				f.Fork(0)
				f.Join()
				passed = passed || stop
			}
			return n
		})
		startThieves(x, pool, []int{1})
		job, _ := pool.Sched().NewJob(context.Background())
		x.Go(func() {
			job.Cancel()
			announced.Store(true)
		})
		runJob(pool, job, func(w *crew.Worker) int { return fn.Enter(w, 3) })
		x.OnEnd(func() error {
			if passed {
				return errors.New("a fork passed after the run was cancelled")
			}
			return quiet.Check(pool.Sched())
		})
	}, budget.Deep)
}

// TestExploreHunger: a fork is seen by a worker that fell asleep before it,
// also after a poll that had nothing to give.
func TestExploreHunger(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		begun := park.New()
		p.Guest(func(w *crew.Worker) {
			at := skua.WorkerOn(w)
			at.Poll()
			skua.Join(at, func(*skua.Worker) { begun.Park() }, func(w *skua.Worker) {
				begun.Unpark()
				sc.task(0, nil)(w)
			})
		})
		return func() error { return sc.check(1) }
	}), budget.Wide)
}

func startThieves(x *explore.X, pool *skua.Pool, thieves []int) {
	for _, steals := range thieves {
		w := pool.Sched().Thief()
		x.Go(func() {
			for range steals {
				sched.TrySteal(w)
			}
			sched.Quit(w)
		})
	}
}

// runJob is Pool.Run for a job that the scenario cancels itself.
func runJob(pool *skua.Pool, job *crew.Job, f func(w *crew.Worker) int) (got int, failure *crew.Failure) {
	w := pool.Sched().Enter(job, nil)
	defer func() { failure = sched.Depart(w, recover()) }()
	return f(w), nil
}
