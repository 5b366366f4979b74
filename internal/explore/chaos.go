package explore

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"
)

// chaosOdds is k where one access in k yields first; 0 without Chaos.
var chaosOdds uint32

// stir yields in one call of chaosOdds. A daemon may be late, and Chaos have ended meanwhile.
//
//go:norace
func stir() {
	if odds := chaosOdds; odds != 0 && rand.Uint32N(odds) == 0 {
		runtime.Gosched()
	}
}

// ChaosOptions describes a stress: Odds is k where one access in k yields first,
// 0 meaning 8, MaxRuns the number of rounds, 0 meaning 1000. A round that takes longer than
// Hang, 0 meaning a minute, fails.
type ChaosOptions struct {
	Odds    uint32
	MaxRuns int
	Hang    time.Duration
}

// Chaos runs f freely on real goroutines, again and again, with random yields
// before its accesses: no control and no replay, but larger cases and real
// parallelism. Daemons are not waited for, so a scenario has to end its own.
func Chaos(o ChaosOptions, f func(*X)) Result {
	one.Lock()
	defer one.Unlock()
	if o.Odds == 0 {
		o.Odds = 8
	}
	if o.Hang == 0 {
		o.Hang = time.Minute
	}
	if o.MaxRuns == 0 {
		o.MaxRuns = 1000
	}
	setOdds(o.Odds)
	defer setOdds(0)
	var res Result
	start := time.Now()
	for res.Failure == nil && res.Runs < o.MaxRuns {
		res.Runs++
		if err := chaosRound(o, f); err != nil {
			res.Failure = &Failure{Err: err, Run: res.Runs}
		}
	}
	res.Elapsed = time.Since(start)
	return res
}

//go:norace
func setOdds(k uint32) { chaosOdds = k }

// chaosRun is one round of Chaos.
type chaosRun struct {
	threads sync.WaitGroup
	mu      sync.Mutex
	err     error
	began   time.Time
}

func chaosRound(o ChaosOptions, f func(*X)) error {
	c := &chaosRun{began: time.Now()}
	x := &X{chaos: c}
	races := raceErrors()
	c.start(func() { f(x) }, true)
	over := make(chan struct{})
	go func() {
		c.threads.Wait()
		close(over)
	}()
	hang := time.NewTimer(o.Hang)
	defer hang.Stop()
	select {
	case <-over:
	case <-hang.C:
		buf := make([]byte, 1<<20)
		return fmt.Errorf("no end after %v\n%s", o.Hang, buf[:runtime.Stack(buf, true)])
	}
	if c.err != nil {
		return c.err
	}
	if raceErrors() > races {
		return ErrRace
	}
	return x.check(false)
}

func (c *chaosRun) start(f func(), must bool) {
	if must {
		c.threads.Add(1)
	}
	go func() {
		if must {
			defer c.threads.Done()
		}
		defer func() {
			if p := recover(); p != nil {
				buf := make([]byte, 1<<16)
				c.fail(fmt.Errorf("panic: %v\n%s", p, buf[:runtime.Stack(buf, false)]))
			}
		}()
		f()
	}()
}

func (c *chaosRun) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = errors.Join(c.err, err)
}

func (c *chaosRun) interval(f func()) (call, ret int64) {
	call = int64(time.Since(c.began))
	f()
	return call, int64(time.Since(c.began))
}
