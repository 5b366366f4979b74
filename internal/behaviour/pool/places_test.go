package pool

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/par"
)

// long is how long the tasks of TestPlaces take: longer than anything that the scheduler does.
const long = 60 * time.Millisecond

// meter counts tasks that run at a time.
type meter struct {
	begun, running atomic.Int64
	left           atomic.Int64 // of the first tasks, those that have not ended
	early          int64        // how many these are
	first, later   atomic.Int64 // most that ran at a time, before all of the first had ended, and after that
	met            chan struct{}
	once           sync.Once
	calls          atomic.Int64 // that have begun and not ended
	pool           *sched.Pool
	spawned        bool // the tasks are spawned, so workers may run them before the call is inside
}

// settle waits until all calls that have begun are inside, and each that holds a token runs a task: one that
// begins only after the first tasks have ended would be one more at a time, as it may.
func (m *meter) settle() {
	for m.pool.Callers() < int(m.calls.Load()) || int(m.running.Load()) < m.pool.Places()-m.pool.Sleep.Free() {
		time.Sleep(time.Millisecond)
	}
}

// task is one of those that are counted.
func (m *meter) task() {
	at := &m.first
	if m.left.Load() == 0 {
		at = &m.later
	}
	first := m.begun.Add(1) <= m.early
	if first {
		defer m.left.Add(-1)
	}
	now := m.running.Add(1)
	for most := at.Load(); now > most && !at.CompareAndSwap(most, now); most = at.Load() {
	}
	m.once.Do(func() { close(m.met) })
	time.Sleep(long)
	if first && m.spawned {
		m.settle()
	}
	m.running.Add(-1)
}

func (m *meter) spawn(s *skua.Scope) {
	for range 8 {
		s.Go(func(*skua.Worker) error { m.task(); return nil })
	}
}

// entries are calls from outside that run eight tasks or more.
var entries = map[string]func(p *skua.Pool, m *meter){
	"par.For": func(p *skua.Pool, m *meter) { par.For(8, func(int) { m.task() }, par.On(p), par.Grain(1)) },
	"par.MapSeq": func(p *skua.Pool, m *meter) {
		seq := func(yield func(int) bool) {
			for i := 0; i < 8 && yield(i); i++ {
			}
		}
		for range par.MapSeq(seq, func(int) int { m.task(); return 0 }, par.On(p), par.Grain(1)) {
		}
	},
	"Loop.Run": func(p *skua.Pool, m *meter) {
		l := skua.Loop{To: 8, Grain: 1, Body: func(p *skua.Part) {
			for p.Next() {
				m.task()
			}
		}}
		l.Run(p)
	},
	"Both": func(p *skua.Pool, m *meter) {
		skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			if n == 0 {
				m.task()
				return 0
			}
			a, b := f.Both(n-1, n-1)
			return a + b
		}).On(p, 3)
	},
	"scope": func(p *skua.Pool, m *meter) {
		s := skua.NewScope(context.Background(), p)
		m.spawn(s)
		s.Wait()
	},
	"scope, waited for late": func(p *skua.Pool, m *meter) {
		s := skua.NewScope(context.Background(), p)
		m.spawn(s)
		<-m.met
		s.Wait()
	},
	"scope in Run": func(p *skua.Pool, m *meter) {
		p.Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(context.Background(), w)
			m.spawn(s)
			return s.Wait()
		})
	},
}

// spawning are the entries that run spawned tasks, each of which is a worker's task. Of a loop or a
// tree of forks what a worker has stolen is one.
var spawning = []string{"scope", "scope, waited for late", "scope in Run"}

// TestPlaces wants no more at a time than there are workers, or callers, if tasks are long; and until
// the workers' tasks have ended one more for each call that comes while all places are taken.
func TestPlaces(t *testing.T) {
	kit.Stealing(t)
	var all sync.WaitGroup // they sleep, most of the time
	for name, enter := range entries {
		for _, workers := range []int{1, 2, 3} {
			for callers := 1; callers <= 3; callers++ {
				all.Go(func() {
					pool := kit.NewPool(t, workers)
					places := int64(max(workers, callers))
					m := &meter{early: places + int64(callers), met: make(chan struct{}), pool: sched.Of(pool),
						spawned: slices.Contains(spawning, name)}
					m.left.Store(m.early)
					var left sync.WaitGroup
					for range callers {
						m.calls.Add(1)
						left.Go(func() {
							defer m.calls.Add(-1)
							enter(pool, m)
						})
						<-m.met // the next call comes when the pool is at work
					}
					left.Wait()
					beyond := sched.Of(pool).Beyond.Load()
					most, later := max(m.first.Load(), m.later.Load()), m.later.Load()
					if most > places+int64(callers)+beyond || m.spawned && later > places+beyond {
						t.Errorf("%s with %d workers and %d callers: %d ran at a time, and then %d", name, workers, callers, most, later)
					}
					kit.WantFull(t, pool)
				})
			}
		}
	}
	all.Wait()
}

// TestPlaces_steps: callers, two more than workers, go into Blocking and come back, one by one, and the
// pool is resized, while tasks that have no end wait for places. After each step no more run than there
// are places, callers that compute included, or one more for each standstill.
func TestPlaces_steps(t *testing.T) {
	kit.Stealing(t)
	for _, workers := range expect.Size([]int{2}, []int{1, 2}, []int{1, 2}) {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			t.Parallel()
			defer expect.Within(t, 2*time.Minute)()
			pool, callers := kit.NewPool(t, workers), workers+2
			came, in, out, leave := make(chan int), make(chan int), make(chan int), make(chan int)
			var left sync.WaitGroup
			for range callers {
				left.Go(func() {
					skua.Join(pool, func(w *skua.Worker) {
						came <- 0
						<-in
						skua.Blocking(w, func() { came <- 0; <-out })
						came <- 0
						<-leave
					}, kit.Nothing)
				})
				<-came
			}
			stop, settled := spawnEndless(t, pool)
			settled("callers compute", 0)
			for k := range callers {
				in <- 0
				<-came
				settled("one more is in Blocking", k+1)
			}
			for _, n := range []int{callers + 2, callers, callers + 1, 1} {
				pool.Resize(n)
				settled("the pool is resized", max(n, callers))
			}
			for k := range callers {
				out <- 0
				<-came
				if room := callers - k - 1; room > 0 {
					settled("one has come back", room)
				}
			}
			for _, n := range []int{callers + 3, callers + 1, 1} {
				pool.Resize(n)
				if room := n - callers; room > 0 {
					settled("the pool is resized while all callers compute", room)
				}
			}
			close(leave)
			left.Wait()
			settled("all have left", 1)
			stop()
		})
	}
}

// spawnEndless spawns tasks that spawn the next, until stop. settled wants no more of them to run at a
// time than there is room, after a step that may let one more begin with each worker, and some to run.
func spawnEndless(t *testing.T, pool *skua.Pool) (stop func(), settled func(step string, room int)) {
	e := newEndless()
	s := skua.NewScope(context.Background(), pool)
	task := e.task(s)
	for range 10 {
		s.Go(task)
	}
	stop = func() {
		e.ends.Store(true)
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
		kit.WantFull(t, pool)
	}
	return stop, func(step string, room int) {
		t.Helper()
		beyond := &sched.Of(pool).Beyond
		before := beyond.Load()
		if room == 0 {
			expect.Eventually(t, step+": one runs beyond the places", func() bool { return beyond.Load() > before })
		}
		expect.Eventually(t, step+": no more run than places", func() bool { return pool.Stats().Free >= 0 })
		e.recount(200)
		if most := int64(e.counted.Load().most.Load()); most > int64(room)+beyond.Load()-before {
			t.Errorf("%s: %d tasks ran at a time, want %d", step, most, room)
		}
	}
}
