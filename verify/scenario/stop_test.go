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

// bodies are what an index of a loop does that makes its worker give the rest of its
// chunk away, or answer for it.
var bodies = map[string]func(w *skua.Worker){
	"steps":    func(w *skua.Worker) {},
	"blocking": func(w *skua.Worker) { skua.Blocking(w, func() {}) },
	"join":     func(w *skua.Worker) { skua.Join(w, func(*skua.Worker) {}, func(*skua.Worker) {}) },
	"scope": func(w *skua.Worker) {
		s := skua.NewScope(context.Background(), w)
		s.Go(func(*skua.Worker) error { return nil })
		s.Wait()
	},
	"loop": func(w *skua.Worker) {
		l := skua.Loop{To: 2, Grain: 2, Body: func(p *skua.Part) {
			for p.Next() {
			}
		}}
		l.Run(w)
	},
	"last": func(w *skua.Worker) { // ends in its last index, without another step
		l := skua.Loop{To: 1, Grain: 1, Body: func(p *skua.Part) { p.Next() }}
		l.Run(w)
	},
}

// stopping is a loop that must not begin an index after it was told to stop.
type stopping struct {
	told   atomic.Bool
	passed atomic.Bool
	kind   uintptr // of the loop; see looped.kind
}

// loop runs n indices with a grain, so that a worker has several of them reserved.
func (st *stopping) loop(w *skua.Worker, n int, index func(w *skua.Worker, i int)) {
	l := skua.Loop{To: n, Grain: 2, Kind: st.kind, Body: func(p *skua.Part) {
		for {
			told := st.told.Load()
			if !p.Next() {
				return
			}
			if told {
				st.passed.Store(true)
			}
			index(p.Worker(), p.Index())
		}
	}}
	l.Run(w)
}

func (st *stopping) check() error {
	if st.passed.Load() {
		return errors.New("an index began after the loop was told to stop")
	}
	return nil
}

// TestExploreLoopCancelStops: no index begins after the cancellation was announced.
func TestExploreLoopCancelStops(t *testing.T) {
	for name, body := range bodies {
		for _, thieves := range [][]int{{}, {1}} { // without them nobody sees the loop
			t.Run(fmt.Sprintf("%s/thieves=%v", name, thieves), func(t *testing.T) {
				budget.Check(t, func(x *explore.X) {
					pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 1 + len(thieves)}))
					startThieves(x, pool, thieves)
					job, _ := pool.Sched().NewJob(context.Background())
					var st stopping
					x.Go(func() {
						job.Cancel()
						st.told.Store(true)
					})
					_, failure := runJob(pool, job, func(w *crew.Worker) int {
						st.loop(skua.WorkerOn(w), 6, func(w *skua.Worker, i int) {
							if i == 0 {
								body(w)
							}
						})
						return 0
					})
					x.OnEnd(func() error {
						if failure != nil && !failure.CancelledBy(job) {
							return fmt.Errorf("failure %v", failure.Value)
						}
						return errors.Join(st.check(), quiet.Check(pool.Sched()))
					})
				}, budget.Many)
			})
		}
	}
}

// TestExploreLoopFailStops: no index begins after another worker's panic has stopped
// the loop, whether that worker has stolen of it or was dealt a run that nobody else sees.
func TestExploreLoopFailStops(t *testing.T) {
	for name, body := range bodies {
		for kind, take := range map[uintptr]func(*crew.Worker) bool{0: sched.TrySteal, 99: sched.TryTray} {
			t.Run(fmt.Sprintf("%s/kind=%d", name, kind), func(t *testing.T) {
				budget.Check(t, func(x *explore.X) {
					pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
					thief := pool.Sched().Thief()
					st := stopping{kind: kind}
					failed := false // the thief's
					x.Go(func() {
						take(thief)
						st.told.Store(failed)
						sched.Quit(thief)
					})
					_, failure := runJob(pool, nil, func(w *crew.Worker) int {
						st.loop(skua.WorkerOn(w), 8, func(at *skua.Worker, i int) {
							if at.Sched() == thief {
								failed = true
								panic(errTest)
							}
							if i == 0 {
								body(at)
							}
						})
						return 0
					})
					x.OnEnd(func() error {
						if failure == nil == st.told.Load() || failure != nil && failure.Value != errTest {
							return fmt.Errorf("failure %v", failure)
						}
						return errors.Join(st.check(), quiet.Check(pool.Sched()))
					})
				}, budget.Many)
			})
		}
	}
}

// TestExploreLoopRefillStops: a cancellation comes while the maker of a loop, whose own part
// is over, takes from a thief what that one has left. No index begins after it.
func TestExploreLoopRefillStops(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
		thief := pool.Sched().Thief()
		job, _ := pool.Sched().NewJob(context.Background())
		var st stopping
		open, stolen, both := park.New(), park.New(), park.New()
		x.Go(func() {
			open.Park()
			sched.TrySteal(thief)
			sched.Quit(thief)
		})
		x.Go(func() {
			both.Park()
			job.Cancel()
			st.told.Store(true)
		})
		runJob(pool, job, func(w *crew.Worker) int {
			st.loop(skua.WorkerOn(w), 12, func(w *skua.Worker, i int) {
				switch i {
				case 0: // the maker has 0 to 3, and 4 to 7 are its next; the rest is stolen
					open.Unpark()
					stolen.Park()
					both.Unpark()
				case 8: // the thief's, with 9; 10 and 11 are the maker's to take
					stolen.Unpark()
				}
			})
			return 0
		})
		x.OnEnd(func() error { return errors.Join(st.check(), quiet.Check(pool.Sched())) })
	}, budget.Deep)
}
