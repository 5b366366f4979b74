package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/self"
)

// measured makes p a program that counts how many of many small tasks run at a time
// while the pool is resized.
func (p *program) measured(r *rand.Rand) {
	p.config.Workers = 2 + r.IntN(5)
	for range 1 + r.IntN(5) {
		p.steps = append(p.steps, 1+r.IntN(6))
	}
}

// tasksPerStep is how many tasks there are for each size.
const tasksPerStep = 60

// stepper watches the tasks of a measured program. A worker beyond a new size ends
// its task and no other. So after Resize, as soon as one resident begins its second
// task, every place that the pool lost is given back, and no more tasks run than
// the size allows, and one for each standstill that the pool took for one (Beyond).
type stepper struct {
	p       *program
	epoch   atomic.Int64 // odd while Resize runs
	size    atomic.Int64 // of this epoch
	settled atomic.Int64 // the epoch in which a resident has begun a second task
	running atomic.Int64
	begun   atomic.Int64
	first   sync.Map // goroutine to the epoch in which it began a task last
	caller  uintptr
}

func (p *program) runMeasured() {
	st := &stepper{p: p}
	st.size.Store(int64(p.config.Workers))
	st.settled.Store(-1)
	resized := make(chan struct{})
	go st.resize(resized)
	total := tasksPerStep * (len(p.steps) + 1)
	err := p.main.Run(context.Background(), func(w *skua.Worker) error {
		st.caller = self.Goroutine()
		s := skua.NewScope(context.Background(), w)
		for k := range total {
			if k&1 == 0 {
				w.Go(s, st.task)
			} else {
				s.Go(st.task)
			}
		}
		return s.Wait()
	})
	if n := st.begun.Load(); err != nil || n != int64(total) {
		p.fault("%d of %d tasks ran, Wait returned %v", n, total, err)
	}
	<-resized
}

// resize changes the size each time some tasks have begun.
func (st *stepper) resize(resized chan struct{}) {
	defer close(resized)
	for k, n := range st.p.steps {
		st.p.until("more tasks begin", func() bool { return st.begun.Load() >= int64(k*tasksPerStep+tasksPerStep/2) })
		st.epoch.Add(1)
		st.p.main.Resize(n)
		st.size.Store(int64(n))
		st.epoch.Add(1)
	}
}

func (st *stepper) task(*skua.Worker) error {
	epoch, size := st.epoch.Load(), st.size.Load()
	me := self.Goroutine()
	if last, ok := st.first.Swap(me, epoch); ok && last == epoch && epoch&1 == 0 && me != st.caller {
		st.settled.Store(epoch)
	}
	n := st.running.Add(1)
	if beyond := core(st.p.main).Beyond.Load(); st.settled.Load() == epoch && n > size+beyond && st.epoch.Load() == epoch {
		st.p.fault("after Resize %v of %d workers, at step %d, %d tasks run at a time, %d of them beyond",
			st.p.steps, st.p.config.Workers, epoch/2, n, beyond)
	}
	st.begun.Add(1)
	st.p.gauge.busy(60)
	st.running.Add(-1)
	progress.Add(1)
	return nil
}
