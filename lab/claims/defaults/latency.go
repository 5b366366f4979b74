package defaults

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab/forecast"
	"github.com/skua-go/skua/lab/gauge"
)

// How latencyHere measures.
const (
	latencyRounds = 100                    // of each kind
	asleepAfter   = 200 * time.Microsecond // without work a worker sleeps for sure
	latencyGiveUp = 5 * time.Millisecond   // the thief has no processor
	awakeTimes    = 4                      // forks, one right after the other
	undisturbed   = 0.25                   // of the samples: in the others a program may have interfered
)

// latencyHere measures this machine, with two workers, in some 50 ms. Where it cannot, because
// there is one processor or other programs have them, it returns forecast.DefaultLatency. Look, Yield,
// Reserve and Spin are as there.
func latencyHere() forecast.Latency {
	l := forecast.DefaultLatency
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		return l
	}
	defer pool.Close()
	m := meter{began: time.Now()}
	m.task = skua.NewFunc(m.run)
	for range latencyRounds {
		m.task.On(pool, meterOwner)
	}
	// A thief that was awake begins in less time than a wake-up takes, which is about Spin.
	awake := m.awake.those(func(start float64) bool { return start < l.Spin })
	asleep := m.asleep.those(func(start float64) bool { return start > l.Spin })
	if len(awake.fork) < latencyRounds/2 || len(asleep.fork) < latencyRounds/2 {
		return l
	}
	l.Expose = gauge.Quantile(awake.fork, undisturbed)
	l.Steal = max(0, gauge.Quantile(awake.start, undisturbed)-l.Expose)
	l.Report = gauge.Quantile(awake.back, undisturbed)
	l.Wake = max(0, gauge.Quantile(asleep.fork, undisturbed)-l.Expose)
	both := l.Expose + l.Steal + l.Wake
	l.WokenLow = max(0, gauge.Quantile(asleep.start, undisturbed/2)-both)
	l.WokenHigh = max(l.WokenLow, gauge.Quantile(asleep.start, 1-undisturbed)-both)
	return l
}

// A meter is a program with one fork at a time: a thief takes it, and says when.
type meter struct {
	task          *skua.Func[int, int]
	began         time.Time
	started       atomic.Int64 // when the thief began
	ended         atomic.Int64
	awake, asleep steps
}

// steps are the seconds from a fork to its end, to the thief's first step, and from the thief's
// last one to the end of the join.
type steps struct{ fork, start, back []float64 }

// those returns the samples whose start is as wanted.
func (s *steps) those(want func(start float64) bool) (out steps) {
	for i, start := range s.start {
		if want(start) {
			out.fork = append(out.fork, s.fork[i])
			out.start = append(out.start, start)
			out.back = append(out.back, s.back[i])
		}
	}
	return out
}

// What a task of a meter is.
const (
	meterOwner = iota
	meterThief
)

func (m *meter) now() int64 { return int64(time.Since(m.began)) + 1 }

// spin keeps a processor busy.
func (m *meter) spin(d time.Duration, until func() bool) {
	for end := m.now() + int64(d); m.now() < end && !until(); {
	}
}

func never() bool { return false }

func (m *meter) run(f *skua.Frame[int, int], which int) int {
	if which == meterThief {
		m.started.Store(m.now()) // ORDER: none but with the owner's look at it; so the next
		m.spin(5*time.Microsecond, never)
		m.ended.Store(m.now())
		return 0
	}
	m.spin(asleepAfter, never)
	m.once(f, &m.asleep)
	for range awakeTimes {
		m.once(f, &m.awake)
	}
	return 0
}

// once forks a task, and waits until a thief has begun it.
func (m *meter) once(f *skua.Frame[int, int], s *steps) {
	m.started.Store(0)
	begin := m.now()
	f.Fork(meterThief)
	forked := m.now()
	m.spin(latencyGiveUp, func() bool { return m.started.Load() > 0 })
	_, stolen := f.Join()
	joined := m.now()
	if !stolen {
		m.run(f, meterThief)
		return
	}
	s.fork = append(s.fork, float64(forked-begin)/1e9)
	s.start = append(s.start, float64(max(0, m.started.Load()-begin))/1e9)
	s.back = append(s.back, float64(max(0, joined-m.ended.Load()))/1e9)
}
