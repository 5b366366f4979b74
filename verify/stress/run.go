package main

import (
	"runtime"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/sched"
)

// execute runs the program, brings it to rest, closes its pools and returns what was wrong. There are base
// goroutines without it.
func (p *program) execute(base int) []string {
	runtime.GOMAXPROCS(p.procs)
	current.Store(p)
	p.main = sched.Facade(sched.New(p.config)).(*skua.Pool)
	p.other, _ = skua.New(skua.WithWorkers(1 + int(p.seed%2)))

	p.at("the calls run")
	if p.steps != nil {
		p.runMeasured()
	} else {
		p.runTrees()
	}
	p.at("goroutines beside the calls run")
	p.background.Wait()
	if !p.closing.Load() {
		p.rest()
		p.calm()
		p.rest()
	}
	p.closed(base)
	return p.faults.get()
}

// at says what the program is at, for the watchdog.
func (p *program) at(stage string) { p.stage.Store(&stage) }

// runTrees runs all callers, and what happens beside them, and judges how they end.
func (p *program) runTrees() {
	if p.strict() {
		p.gauge.limit.Store(int64(p.config.Workers))
	}
	over := make(chan struct{})
	var beside, calls sync.WaitGroup
	p.disturb(&beside, over)
	for _, c := range p.callers {
		calls.Go(func() { c.root.judge(apart(func() { c.root.visit(spot{}) })) })
	}
	calls.Wait()
	close(over)
	beside.Wait()
	p.gauge.limit.Store(0)
	p.complete()
}

// disturb starts what happens beside the calls until they are over: the end of
// contexts, Close, and Resize.
func (p *program) disturb(beside *sync.WaitGroup, over chan struct{}) {
	on := func(n int64, f func()) {
		due := p.events.when(n)
		beside.Go(func() {
			select {
			case <-due:
				f()
			case <-over:
			}
		})
	}
	for _, c := range p.callers {
		if c.cancelAt > 0 {
			c.root.run = c.root.newRun(p.main)
			on(c.cancelAt, func() { c.root.run.cancel(c.root.run.cause) })
		}
	}
	if p.closeAt > 0 {
		on(p.closeAt, func() {
			p.closing.Store(true)
			p.main.Close()
		})
	}
	if p.resizer != nil {
		beside.Go(func() {
			for _, n := range p.resizer {
				p.main.Resize(n)
				for range 40 {
					runtime.Gosched()
				}
			}
		})
	}
}
