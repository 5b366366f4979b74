package blitz

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
)

// An idleCrew is a number of workers without work. Function give hands one of them a task
// from outside. A measurement begins with begin and ends with stop, so that of the crews
// that use the processor while they are idle only one runs at a time.
type idleCrew struct {
	kind  string
	give  func(task func())
	begin func()
	stop  func()
}

// do gives a task and waits until it has run. It returns when the task was given and when
// it began. It does not sleep meanwhile, so that the task cannot run on the processor of
// the goroutine that gave it.
func (c *idleCrew) do(task func()) (given, ran time.Time) {
	var began atomic.Int64
	zero := time.Now()
	c.give(func() {
		at := int64(time.Since(zero))
		task()
		began.Store(max(1, at))
	})
	given = time.Now()
	for began.Load() == 0 {
		if runtime.GOMAXPROCS(0) == 1 {
			runtime.Gosched()
		}
	}
	return given, zero.Add(time.Duration(began.Load()))
}

// newIdleCrews returns the kinds of workers that are compared, and a function that ends
// them.
func newIdleCrews(workers int) (crews []idleCrew, end func(), err error) {
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		return nil, nil, err
	}
	s := skua.NewScope(context.Background(), pool)
	meet(workers, func(task func()) { s.Go(func(*skua.Worker) error { task(); return nil }) })
	tasks, all := make(chan func()), sync.WaitGroup{}
	for range workers {
		all.Go(func() {
			for task := range tasks {
				task()
			}
		})
	}
	nothing := func() {}
	crews = []idleCrew{
		{"skua", func(task func()) { s.Go(func(*skua.Worker) error { task(); return nil }) }, nothing, nothing},
		newSpinningCrew(workers),
		{"channel", func(task func()) { tasks <- task }, nothing, nothing},
	}
	return crews, func() {
		close(tasks)
		all.Wait()
		s.Wait() // no task fails
		pool.Close()
	}, nil
}

// meet gives each worker a task and waits until all tasks run at the same time: then the
// pool has started all its workers.
func meet(workers int, give func(task func())) {
	var all, here sync.WaitGroup
	all.Add(workers)
	here.Add(workers)
	for range workers {
		give(func() {
			here.Done()
			here.Wait()
			all.Done()
		})
	}
	all.Wait()
}

// newSpinningCrew returns workers that look for a task all the time, and yield
// after each look.
func newSpinningCrew(workers int) idleCrew {
	var box atomic.Pointer[func()]
	var over atomic.Bool
	var all sync.WaitGroup
	spinning := func() {
		for !over.Load() {
			if task := box.Load(); task != nil && box.CompareAndSwap(task, nil) {
				(*task)()
			}
			runtime.Gosched()
		}
	}
	return idleCrew{
		kind: "spinning",
		give: func(task func()) { box.Store(&task) },
		begin: func() {
			over.Store(false)
			for range workers {
				all.Go(spinning)
			}
		},
		stop: func() {
			over.Store(true)
			all.Wait()
		},
	}
}
