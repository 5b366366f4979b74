package forkjoin

import "sync"

const goroutinesName = "goroutines"

// spawning forks by a go statement. Go's runtime takes the processors that it may.
type spawning struct{}

func newGoroutines() *Scheduler {
	return &Scheduler{Name: goroutinesName, Run: func(program func(Ctx)) { program(spawning{}) }, Close: func() {}}
}

func (s spawning) Both(a, b func(Ctx)) { s.both(task{call: a}, task{call: b}) }

func (s spawning) For(from, to, grain int, body func(c Ctx, from, to int)) {
	loop(s, from, to, grain, body)
}

func (s spawning) both(x, y task) {
	var forked sync.WaitGroup
	forked.Go(func() { y.run(s) })
	x.run(s)
	forked.Wait()
}
