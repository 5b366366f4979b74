package blitz

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// perOperation returns a row for n operations since begin. Before them the process had that
// share of two processors.
func perOperation(operation string, had float64, begin time.Time, n int) lab.Row {
	return lab.Row{"operation": operation, "had": had, "ns": float64(time.Since(begin)) / float64(n)}
}

// pushed is what is timed of a deque.
type pushed interface {
	Push(*int) bool
	Pop() (*int, deque.Outcome)
}

// pushedDeques have room for that many items.
var pushedDeques = []struct {
	name string
	make func(room int) pushed
}{
	{"chaselev", func(int) pushed { return new(deque.ChaseLev[int]) }},
	{"abp", func(room int) pushed { return deque.NewABP[int](room) }},
	{"stealhalf", func(room int) pushed { return deque.NewStealHalf[int](room) }},
	{"split", func(int) pushed { return deque.NewSplit[int](false) }},
	{"locked", func(int) pushed { return new(deque.Locked[int]) }},
}

// timeDeques pushes burst items and pops them, all deques in turn.
func timeDeques(ctx context.Context, samples, burst int) (rows []lab.Row, err error) {
	items := make([]int, burst)
	for range samples {
		had := gauge.FreeShare(2, gauge.ShortLook)
		for _, kind := range pushedDeques {
			pushes, pops := pushAndPop(kind.make(2*burst), items)
			rows = append(rows, lab.Row{"operation": "push " + kind.name, "had": had, "ns": pushes},
				lab.Row{"operation": "pop " + kind.name, "had": had, "ns": pops})
		}
	}
	return rows, ctx.Err()
}

// pushAndPop returns the ns of a push and of a pop. The first round, in which deques grow,
// does not count.
func pushAndPop(d pushed, items []int) (push, pop float64) {
	const rounds = 16 // the clock costs as much as a few pushes
	var pushes, pops time.Duration
	for round := range 1 + rounds {
		begin := time.Now()
		for i := range items {
			d.Push(&items[i])
		}
		between := time.Now()
		for range items {
			d.Pop() // nobody steals, so there is one
		}
		if round > 0 {
			pushes += between.Sub(begin)
			pops += time.Since(between)
		}
	}
	n := float64(rounds * len(items))
	return float64(pushes) / n, float64(pops) / n
}

// timeFrames forks burst times, each on the frame that the last fork returned,
// and joins in reverse order.
func timeFrames(samples, burst int) (rows []lab.Row, err error) {
	pool, err := skua.New(skua.WithWorkers(1)) // no thief asks for the forks
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	const rounds = 64 // the clock costs as much as ten forks; the first round warms up
	pending := make([]*skua.Frame[int, int], burst)
	skua.NewFunc(func(f *skua.Frame[int, int], _ int) int {
		for range samples {
			had := gauge.FreeShare(2, gauge.ShortLook)
			var forks, joins time.Duration
			for range rounds {
				begin := time.Now()
				for i := range pending {
					pending[i] = f
					f = f.Fork(i)
				}
				between := time.Now()
				for i := range pending {
					f = pending[len(pending)-1-i]
					_, _ = f.Join()
				}
				forks += between.Sub(begin)
				joins += time.Since(between)
			}
			n := float64(rounds * burst)
			rows = append(rows, lab.Row{"operation": "fork of a frame", "had": had, "ns": float64(forks) / n},
				lab.Row{"operation": "join of a frame", "had": had, "ns": float64(joins) / n})
		}
		return 0
	}).On(pool, 0)
	return rows, nil
}

// timeSteals has a thief empty a deque that an owner on another thread has filled.
func timeSteals(samples, burst int) (rows []lab.Row) {
	var d deque.ChaseLev[int]
	items := make([]int, burst)
	full, empty := make(chan bool), make(chan bool)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for range samples {
			for i := range items {
				d.Push(&items[i])
			}
			full <- true
			<-empty
		}
	}()
	for range samples {
		had := gauge.FreeShare(2, gauge.ShortLook)
		<-full
		got := 0
		begin := time.Now()
		for range items {
			if _, outcome := d.Steal(); outcome == deque.Got {
				got++
			}
		}
		rows = append(rows, perOperation("steal", had, begin, got)) // the only thief
		empty <- true
	}
	return rows
}

// timeWakes wakes a goroutine that has been parked for pause, so that its thread
// has gone to sleep too.
func timeWakes(ctx context.Context, samples int, pause time.Duration) (rows []lab.Row, err error) {
	var ran atomic.Int64 // ns after zero
	zero := time.Now()
	asleep, done := park.New(), park.New()
	go func() {
		for range samples {
			asleep.Park()
			ran.Store(int64(time.Since(zero)))
			done.Unpark()
		}
	}()
	for range samples {
		had := gauge.FreeShare(2, gauge.ShortLook)
		time.Sleep(pause)
		begin := time.Now()
		asleep.Unpark()
		rows = append(rows, perOperation("wake", had, begin, 1))
		done.Park()
		rows = append(rows, lab.Row{"operation": "wake to run", "had": had, "ns": float64(ran.Load()) - float64(begin.Sub(zero))})
	}
	return rows, ctx.Err()
}

// timeStolenForks times from a fork to the first step of what was forked, on the other one of
// two workers, which has looked for work for a few µs when the fork comes.
func timeStolenForks(samples int) (rows []lab.Row, err error) {
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	const forks = 64 // after a look at the processors; the first finds the thief asleep
	var ran atomic.Int64
	zero := time.Now()
	child := func(f *skua.Frame[int, int], n int) int {
		ran.Store(int64(time.Since(zero)))
		return n
	}
	call := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		if n > 0 {
			return child(f, n)
		}
		for range samples {
			had := gauge.FreeShare(2, gauge.ShortLook)
			var waits []float64
			for range forks {
				ran.Store(0)
				gauge.Burn(1 << 12) // the thief goes back to its search
				begin := time.Since(zero)
				g := f.Fork(1)
				for until := begin + time.Millisecond; ran.Load() == 0 && time.Since(zero) < until; {
					g.Poll()
				}
				if at := ran.Load(); at > 0 {
					waits = append(waits, float64(at-int64(begin)))
				}
				if _, done := f.Join(); !done {
					child(f, 1)
				}
			}
			if len(waits) > 0 {
				rows = append(rows, lab.Row{"operation": "fork to run", "had": had, "ns": gauge.Median(waits)})
			}
		}
		return 0
	})
	call.On(pool, 0)
	return rows, nil
}
