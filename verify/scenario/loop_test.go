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

// looped is a loop scenario: n indices, each written by the worker that runs it.
type looped struct {
	n, grain, workers int

	panics  int  // this index, from 1 on; 0 for none
	chunks  bool // the body goes on by chunks
	leaves  bool // each call of the body runs one index and drops the rest
	nested  bool // each index runs a loop of two in its place
	forks   bool // each index forks two tasks
	orphans bool // each index recovers a panic between a fork and its join
	again   bool // after another loop, over other indices
	dealt   bool // its runs are dealt, and no other worker sees it

	ran    [8]int
	in     [8][2]int
	inside atomic.Int64 // workers
	crowd  atomic.Bool  // more than may be
	over   bool
	late   bool
}

func (sc *looped) loop() *skua.Loop {
	return &skua.Loop{To: sc.n, Grain: sc.grain, Workers: sc.workers, Kind: sc.kind(), Body: func(p *skua.Part) {
		if sc.inside.Add(1) > int64(sc.workers) && sc.workers > 0 {
			sc.crowd.Store(true)
		}
		defer sc.inside.Add(-1)
		if sc.chunks {
			sc.byChunk(p)
			return
		}
		for p.Next() {
			sc.index(p.Worker(), p.Index())
			if sc.leaves {
				return
			}
		}
	}}
}

// kind returns the Kind of a loop: one is dealt in the explorer's build, whatever it costs.
func (sc *looped) kind() uintptr {
	if sc.dealt {
		return 99
	}
	return 0
}

func (sc *looped) byChunk(p *skua.Part) {
	for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
		for i := lo; i < hi; i++ {
			sc.index(nil, i)
		}
	}
}

func (sc *looped) index(w *skua.Worker, i int) {
	sc.ran[i]++
	if sc.over {
		sc.late = true
	}
	inner := func(k int) func(*skua.Worker) {
		return func(*skua.Worker) {
			sc.in[i][k]++
			if sc.over {
				sc.late = true
			}
		}
	}
	switch {
	case i+1 == sc.panics:
		panic(errTest)
	case sc.nested:
		l := skua.Loop{To: 2, Grain: 1, Body: func(p *skua.Part) {
			for p.Next() {
				inner(p.Index())(p.Worker())
			}
		}}
		l.Run(w)
	case sc.forks:
		skua.Join(w, inner(0), inner(1))
	case sc.orphans:
		forkKept(w, func() { inner(1)(nil) })
	}
}

// check is the oracle: each index at most once, and exactly once unless some
// are dropped; the failure is the caller's; nothing after the end.
func (sc *looped) check(failed any) error {
	if sc.late {
		return errors.New("an index began after the loop had returned")
	}
	if sc.crowd.Load() {
		return errors.New("more workers than the loop allows")
	}
	if e, ok := failed.(*skua.PanicError); (failed != nil) != (sc.panics > 0) || failed != nil && (!ok || e.Value != errTest) {
		return fmt.Errorf("loop failed with %v", failed)
	}
	for i, times := range sc.ran[:sc.n] {
		if times > 1 || times == 0 && sc.panics == 0 && !sc.leaves {
			return fmt.Errorf("index %d ran %d times", i, times)
		}
		for k, times := range sc.in[i] {
			if times > 1 || times == 0 && (sc.nested || sc.forks) && sc.ran[i] > 0 {
				return fmt.Errorf("task %d of index %d ran %d times", k, i, times)
			}
		}
	}
	return nil
}

func (sc *looped) run(x *explore.X, pool *skua.Pool) func() error {
	var failed any
	if sc.again {
		l := skua.Loop{From: -9, To: -5, Grain: 1, Kind: sc.kind(), Body: func(p *skua.Part) {
			for p.Next() {
			}
		}}
		l.Run(pool)
	}
	func() {
		defer func() { failed = recover() }()
		sc.loop().Run(pool)
	}()
	sc.over = true
	return func() error { return sc.check(failed) }
}

var loops = map[string]func() *looped{
	"one":        func() *looped { return &looped{n: 1, grain: 1} },
	"two":        func() *looped { return &looped{n: 2, grain: 1} },
	"three":      func() *looped { return &looped{n: 3, grain: 1} },
	"five":       func() *looped { return &looped{n: 5, grain: 1} },
	"grain":      func() *looped { return &looped{n: 5, grain: 2} },
	"chunks":     func() *looped { return &looped{n: 5, grain: 1, chunks: true} },
	"panics":     func() *looped { return &looped{n: 3, grain: 1, panics: 1} },
	"panicslate": func() *looped { return &looped{n: 3, grain: 1, panics: 3} },
	"leaves":     func() *looped { return &looped{n: 4, grain: 1, leaves: true} },
	"alone":      func() *looped { return &looped{n: 2, grain: 1, workers: 1} },
	"limited":    func() *looped { return &looped{n: 4, grain: 1, workers: 2} },
	"nested":     func() *looped { return &looped{n: 2, grain: 1, nested: true} },
	"forks":      func() *looped { return &looped{n: 2, grain: 1, forks: true} },
	"again":      func() *looped { return &looped{n: 3, grain: 1, again: true} },
	"orphans":    func() *looped { return &looped{n: 2, grain: 1, orphans: true} },
}

func TestExploreLoop(t *testing.T) {
	for name, sc := range loops {
		for _, thieves := range [][]int{{1}, {2}, {1, 1}} {
			t.Run(fmt.Sprintf("%s/thieves=%v", name, thieves), func(t *testing.T) {
				budget.Check(t, func(x *explore.X) {
					pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 1 + len(thieves)}))
					startThieves(x, pool, thieves)
					check := sc().run(x, pool)
					x.OnEnd(func() error { return errors.Join(check(), quiet.Check(pool.Sched())) })
				}, budget.Deep)
			})
		}
	}
}

// TestExploreLoopDealt: a loop of which runs are dealt to workers that wait at their trays.
func TestExploreLoopDealt(t *testing.T) {
	for name, sc := range loops {
		for _, thieves := range [][]int{{1}, {2}, {1, 1}} {
			t.Run(fmt.Sprintf("%s/thieves=%v", name, thieves), func(t *testing.T) {
				budget.Check(t, func(x *explore.X) {
					pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 1 + len(thieves)}))
					startWaiters(x, pool, thieves)
					sc := sc()
					sc.dealt = true
					sc.n += 3 // the first chunk has two
					check := sc.run(x, pool)
					x.OnEnd(func() error { return errors.Join(check(), quiet.Check(pool.Sched())) })
				}, budget.Deep)
			})
		}
	}
}

// startWaiters starts thieves that wait at their trays so many times.
func startWaiters(x *explore.X, pool *skua.Pool, thieves []int) {
	for _, times := range thieves {
		w := pool.Sched().Thief()
		x.Go(func() {
			for range times {
				sched.TryTray(w)
			}
			sched.Quit(w)
		})
	}
}

// TestExploreLoopDealtTwice: the memory of a loop is used again when those that were dealt runs of it are
// done.
func TestExploreLoopDealtTwice(t *testing.T) {
	budget.Check(t, func(x *explore.X) {
		pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 2}))
		startWaiters(x, pool, []int{2})
		loops := [2]*looped{{n: 3, grain: 1, dealt: true}, {n: 3, grain: 1, dealt: true}}
		pool.Guest(func(w *crew.Worker) {
			for _, sc := range loops {
				sc.loop().At(w)
				sc.over = true
			}
		})
		x.OnEnd(func() error {
			return errors.Join(loops[0].check(nil), loops[1].check(nil), quiet.Check(pool.Sched()))
		})
	}, budget.Deep)
}

// TestExploreLoopPool runs whole pools, residents and sleep included.
func TestExploreLoopPool(t *testing.T) {
	for name, sc := range loops {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				budget.Check(t, pooled(workers, func(x *explore.X, p *skua.Pool) func() error { return sc().run(x, p) }), budget.Wide)
			})
		}
	}
}

// meeting is a barrier at which every index of a loop waits for the others: it
// ends only if each has a worker.
type meeting struct {
	mu    park.Mutex
	left  int
	gates []*park.Parker
}

func newMeeting(n int) *meeting {
	m := &meeting{left: n}
	for range n {
		m.gates = append(m.gates, park.New())
	}
	return m
}

func (m *meeting) arrive(i int) {
	m.pass()
	m.gates[i].Park()
}

// pass is arrive for one that does not wait for the others.
func (m *meeting) pass() {
	m.mu.Lock()
	m.left--
	last := m.left == 0
	m.mu.Unlock()
	if last {
		for _, g := range m.gates {
			g.Unpark()
		}
	}
}

// TestExploreLoopMeeting: work that is left in a range wakes sleepers, and what
// was stolen of it does too.
func TestExploreLoopMeeting(t *testing.T) {
	for _, n := range []int{2, 3} {
		t.Run(fmt.Sprintf("indices=%d", n), func(t *testing.T) {
			budget.Check(t, pooled(n, func(x *explore.X, p *skua.Pool) func() error {
				m := newMeeting(n)
				l := skua.Loop{To: n, Grain: 1, Body: func(p *skua.Part) {
					for p.Next() {
						m.arrive(p.Index())
					}
				}}
				l.Run(p)
				return func() error { return nil }
			}), budget.Wide)
		})
	}
}

// TestExploreLoopStolen: what a thief has left of what it stole wakes others.
func TestExploreLoopStolen(t *testing.T) {
	budget.Check(t, pooled(3, func(x *explore.X, p *skua.Pool) func() error {
		m := newMeeting(3)
		place := [...]int{0: 0, 4: 1, 5: 2} // the maker has 0 and 1, 4 and 5 are stolen together
		l := skua.Loop{To: 6, Grain: 1, Body: func(p *skua.Part) {
			for p.Next() {
				if i := p.Index(); i == 0 || i > 3 {
					m.arrive(place[i])
				}
			}
		}}
		l.Run(p)
		return func() error { return nil }
	}), budget.Wide)
}

// TestExploreLoopBlocking: what is left of a chunk is the others' while its
// owner waits for it.
func TestExploreLoopBlocking(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		const n = 4 // a chunk of two
		m := newMeeting(2)
		l := skua.Loop{To: n, Grain: 1, Body: func(p *skua.Part) {
			for p.Next() {
				if i := p.Index(); i < 2 {
					skua.Blocking(p.Worker(), func() { m.arrive(i) })
				}
			}
		}}
		l.Run(p)
		return func() error { return nil }
	}), budget.Wide)
}

// TestExploreLoopCancel: a cancelled run ends, and nothing begins after it.
func TestExploreLoopCancel(t *testing.T) {
	for _, thieves := range [][]int{{1}, {1, 1}} {
		t.Run(fmt.Sprintf("thieves=%v", thieves), func(t *testing.T) {
			budget.Check(t, func(x *explore.X) {
				sc := &looped{n: 4, grain: 1}
				pool := skua.PoolOf(sched.NewScripted(crew.Config{Workers: 1 + len(thieves)}))
				startThieves(x, pool, thieves)
				job, _ := pool.Sched().NewJob(context.Background())
				x.Go(func() { job.Cancel() })
				_, failure := runJob(pool, job, func(w *crew.Worker) int {
					sc.loop().At(w)
					return 0
				})
				sc.over = true
				x.OnEnd(func() error {
					if failure != nil && !failure.CancelledBy(job) {
						return fmt.Errorf("failure %v", failure.Value)
					}
					sc.leaves = failure != nil
					return errors.Join(sc.check(nil), quiet.Check(pool.Sched()))
				})
			}, budget.Deep)
		})
	}
}
