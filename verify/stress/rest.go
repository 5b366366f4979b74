package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/verify/quiet"
)

// until waits for something that must happen soon, or the watchdog barks.
func (p *program) until(what string, ok func() bool) {
	p.at("waiting until " + what)
	for !ok() {
		runtime.Gosched()
	}
}

// rest waits until both pools are at rest, with every place free, and looks at what
// they have become.
func (p *program) rest() {
	p.until("every place is free", func() bool {
		for _, pool := range []*skua.Pool{p.main, p.other} {
			if s := pool.Stats(); s.Free != s.Workers {
				return false
			}
		}
		return true
	})
	s := p.main.Stats()
	// A resident beyond the places is started only if a task has lent a place or
	// brought one; or, by a size that grows, while one that was too many is not yet
	// in its bed: for each once at most.
	if most := 2*p.mostWorkers() + int(s.Parks) + int(p.blocked.Load()+p.entered.Load()) + len(p.callers); s.Residents > most {
		p.fault("%d residents of %d workers after %d parks, %d calls of Blocking and %d calls of other goroutines",
			s.Residents, p.mostWorkers(), s.Parks, p.blocked.Load(), p.entered.Load())
	}
	if known := len(core(p.main).All.Entries()); known > 2*(s.Residents+keptGuests)+32 {
		p.fault("every search goes round %d places at rest, for %d residents", known, s.Residents)
	}
}

// keptGuests is how many guests a pool may keep for later calls.
const keptGuests = 16

// mostWorkers is the largest size that the main pool had.
func (p *program) mostWorkers() int {
	n := p.config.Workers
	if p.features&resizes != 0 {
		n = max(n, 6)
	}
	return n
}

// calm lets one caller use the pool, at rest until now: whatever it went through, no
// more than Workers run at a time.
func (p *program) calm() {
	p.at("one calm call runs")
	g := &p.gauge
	workers := p.main.Stats().Workers
	defer g.limit.Store(0)
	err := p.main.Run(context.Background(), func(w *skua.Worker) error {
		// A worker that has just been woken may look for work still, in the place that this call has taken.
		p.until("who has no place rests", func() bool { return p.main.Stats().Free >= 0 })
		g.limit.Store(int64(workers))
		s := skua.NewScope(context.Background(), w)
		for k := range 3*workers + 3 {
			task := func(w *skua.Worker) error { g.busy(20 + k); return nil }
			if k%3 == 0 {
				s.Go(task)
			} else {
				w.Go(s, task)
			}
		}
		skua.Join(w, func(*skua.Worker) { g.busy(20) }, func(*skua.Worker) { g.busy(21) })
		l := skua.Loop{To: 4 * workers, Grain: 1, Body: func(p *skua.Part) {
			for p.Next() {
				g.busy(21)
			}
		}}
		l.Run(w)
		return s.Wait()
	})
	if err != nil {
		p.fault("a calm call returned %v", err)
	}
	progress.Add(1)
}

// closed closes the pools and looks at what is left.
func (p *program) closed(base int) {
	p.at("closing")
	p.closing.Store(true)
	for _, pool := range []*skua.Pool{p.main, p.other} {
		pool.Close()
		if err := quiet.Check(core(pool)); err != nil {
			p.fault("after Close: %v", err)
		}
		if n := pool.Stats().Residents; n != 0 {
			p.fault("%d residents after Close", n)
		}
	}
	p.until(fmt.Sprintf("no more than %d goroutines are left", base), func() bool { return runtime.NumGoroutine() <= base })
	progress.Add(1)
}
