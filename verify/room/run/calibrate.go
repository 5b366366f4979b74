package main

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/park"
)

// calibrate measures what things cost on this machine, for -costs. A line that goes back and forth
// between two threads is fetched and then owned by each, so it moves twice.
func calibrate() string {
	hit, write := alone(func(x *atomic.Uint64) { x.Load() }), alone(func(x *atomic.Uint64) { x.Add(1) })
	move := (handOver() - write) / 2
	wake, waker := wakeUp((*park.Parker).UnparkBeside)
	late, _ := wakeUp((*park.Parker).Unpark)
	permit := permit()
	return fmt.Sprintf("hit=%.2f,write=%.2f,move=%.0f,read=%.0f,readbusy=%.0f,permit=%.0f,wake=%.0f,waker=%.0f,late=%.0f,switch=%.0f,start=%.0f,yield=%.0f",
		hit, write, move, move*5/7, move/9, permit, tenth(wake), median(waker), median(late), goOver(permit), start(), each(100_000, runtime.Gosched))
}

// each returns the nanoseconds of one call, the least of some tries.
func each(n int, f func()) float64 {
	best := time.Duration(1 << 62)
	for range 20 {
		begin := time.Now()
		for range n {
			f()
		}
		best = min(best, time.Since(begin))
	}
	return float64(best) / float64(n)
}

func alone(f func(x *atomic.Uint64)) float64 {
	var x atomic.Uint64
	return each(100_000, func() { f(&x) })
}

// handOver returns how long a word takes from one thread to the other: the median of many tries of
// 100 rounds, since this is disturbed easily.
func handOver() float64 {
	const rounds, tries = 100, 2000
	var word struct {
		_ [128]byte
		atomic.Uint64
		_ [128]byte
	}
	var other sync.WaitGroup
	other.Go(func() {
		runtime.LockOSThread()
		for k := uint64(1); k < 2*rounds*tries; k += 2 {
			for word.Load() != k {
			}
			word.Store(k + 1)
		}
	})
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all []float64
	for t := range uint64(tries) {
		begin := time.Now()
		for k := range uint64(rounds) {
			word.Store(2*(t*rounds+k) + 1)
			for word.Load() != 2*(t*rounds+k)+2 {
			}
		}
		all = append(all, float64(time.Since(begin))/(2*rounds))
	}
	other.Wait()
	return median(all)
}

// wakeUp returns how long a sleeper takes to run, and its waker to go on, after a pause in which the
// system has put the sleeper's thread to sleep. Of a wake-up beside the waker the fastest tenth counts,
// since a system may wake a thread on the processor of its waker, where it waits for milliseconds.
func wakeUp(unpark func(*park.Parker)) (wake, waker []float64) {
	const tries = 300
	var ran atomic.Int64
	p, begin := park.New(), time.Now()
	park.Go(func() {
		for range tries {
			p.Park()
			ran.Store(int64(time.Since(begin)))
		}
	})
	for range tries {
		time.Sleep(500 * time.Microsecond)
		ran.Store(0)
		before := time.Since(begin)
		unpark(p)
		after := time.Since(begin)
		for ran.Load() == 0 { // the waker keeps its processor
		}
		wake, waker = append(wake, float64(ran.Load()-int64(after))), append(waker, float64(after-before))
	}
	return wake, waker
}

// goOver returns how long it takes from one goroutine that parks to another that it has woken, besides the
// permit that is left and taken: on one processor, as if all others were busy.
func goOver(permit float64) float64 {
	const rounds = 10_000
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	here, there := park.New(), park.New()
	park.Go(func() {
		for range 20 * rounds {
			there.Park()
			here.Unpark()
		}
	})
	return each(rounds, func() { there.Unpark(); here.Park() })/2 - 2*permit
}

func permit() float64 {
	p := park.New()
	return each(10_000, func() { p.Unpark(); p.Park() }) / 2
}

// start returns what a go statement costs, less what a wake-up costs that comes with it.
func start() float64 {
	var all []float64
	for range 200 {
		var wg sync.WaitGroup
		wg.Add(10)
		begin := time.Now()
		for range 10 {
			go wg.Done()
		}
		all = append(all, float64(time.Since(begin))/10)
		wg.Wait()
	}
	return median(all)
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// tenth returns what a tenth of all is below.
func tenth(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/10]
}
