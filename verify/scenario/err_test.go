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

var errOther = errors.New("planned as well")

// TestExploreErr: a task and the root around it fail, perhaps on two workers at the same
// time. The run ends with one of the errors, no fork passes after a thief's error was
// announced, a task that is unwound finds the run's context ended with that error, and
// nothing begins after the run.
func TestExploreErr(t *testing.T) {
	for _, steals := range []int{1, 2} {
		t.Run(fmt.Sprintf("steals=%d", steals), func(t *testing.T) {
			budget.Check(t, func(x *explore.X) { failing(x, steals) }, budget.Deep)
		})
	}
}

func failing(x *explore.X, steals int) {
	pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
	thief := pool.Sched().Thief()
	var announced, over atomic.Bool
	var stolen, passed, late bool
	x.Go(func() {
		for range steals {
			sched.TrySteal(thief)
			announced.Store(stolen)
		}
		sched.Quit(thief)
	})
	var ctx context.Context
	var unwound error // the cause as a task saw it that was unwound
	fn := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
		late = late || over.Load()
		switch n {
		case 1:
			stolen = f.Sched() == thief
			return 0, errTest
		case 2:
			return 0, nil
		}
		ctx = f.Context()
		defer func() {
			if v := recover(); v != nil {
				unwound = errors.Join(context.Cause(ctx), errors.ErrUnsupported)
				panic(v)
			}
		}()
		g := f.Fork(1)
		for range 2 {
			stop := announced.Load()
			g.Fork(2) // not Both, which looks before each task too
			g.Join()
			passed = passed || stop
		}
		return 0, errOther // between Fork and Join
	})
	got, err := fn.On(context.Background(), pool, 0)
	over.Store(true)
	x.OnEnd(func() error {
		switch {
		case got != 0 || err != errTest && err != errOther || context.Cause(ctx) != err:
			return fmt.Errorf("result %d, error %v, cause %v", got, err, context.Cause(ctx))
		case passed:
			return errors.New("a fork passed after the run had failed")
		case late:
			return errors.New("a task began after the run")
		case unwound != nil && !errors.Is(unwound, err):
			return errors.New("a task was unwound before the run's context had ended")
		}
		return quiet.Check(pool.Sched())
	})
}

// A told context has ended when it says so. A watcher of it hears nothing.
type told struct {
	context.Context
	ended atomic.Bool
}

func (*told) Done() <-chan struct{} { return make(chan struct{}) }

func (c *told) Err() error {
	if c.ended.Load() {
		return errTest
	}
	return nil
}

func (*told) AfterFunc(func()) (stop func() bool) { return func() bool { return true } }

// TestExplorePollStops: the poll after the end of a run's context does not return, however
// far the context's own watch has come that cancels the run.
func TestExplorePollStops(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
		startThieves(x, pool, []int{1})
		ctx := &told{Context: context.Background()}
		job, _ := pool.Sched().NewJob(ctx)
		ended, passed := park.New(), false
		x.Go(func() {
			ended.Park()
			job.Cancel()
		})
		fn := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			if n == 0 {
				return 0
			}
			f.Both(0, 0) // opens the gate
			ctx.ended.Store(true)
			ended.Unpark()
			f.Poll()
			passed = true
			return 0
		})
		_, failure := runJob(pool, job, func(w *crew.Worker) int { return fn.Enter(w, 1) })
		x.OnEnd(func() error {
			if passed || failure == nil || !failure.CancelledBy(job) {
				return fmt.Errorf("a poll passed after the end of the context: %v; failure %v", passed, failure)
			}
			return quiet.Check(pool.Sched())
		})
	}, budget.Deep)
}
