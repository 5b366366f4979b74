//go:build explore

package sched

import (
	"fmt"

	"github.com/skua-go/skua/internal/sleep"
)

// This file gives the explorer's scenarios hands: workers whose every step is
// scripted. It is in no other build.

// NewScripted returns a pool that starts no residents. One searcher is counted
// that is not there, so owners see that their work is wanted, and wake nobody.
func NewScripted(config Config) *Pool {
	p := New(config)
	p.living = sleep.MaxSleepers
	p.sleep.Search()
	return p
}

// Thief returns a worker with a token, for a thread of the scenario.
func (p *Pool) Thief() *Worker {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sleep.Enter()
	return p.add(-1)
}

// TrySteal searches once and runs what it finds, and what came with it. If the
// token went with a wake-up the thief takes another.
func (w *Worker) TrySteal() bool {
	l, found := w.search(true)
	for ok := found; ok; l, ok = w.own() {
		w.run(l)
		if w.tokenless {
			w.pool.sleep.Enter()
			w.tokenless = false
		}
	}
	return found
}

// Quit gives the thief's token back.
func (w *Worker) Quit() { w.yieldToken() }

// Cancel cancels the job as the end of its context does.
func (p *Pool) Cancel(job *Job) { p.cancel(job) }

// CheckQuiet says what is not as it must be when nobody is inside.
func (p *Pool) CheckQuiet() error {
	for w := range p.all.each {
		k := w.place
		for _, s := range *w.stacks.Load() {
			if split, top := s.load(); split != 0 || top != 0 || s.split != 0 || s.base != 0 {
				return fmt.Errorf("worker %d: stack left at split %d (mirror %d), top %d, base %d", k, split, s.split, top, s.base)
			}
			if slot := s.body.Slot(0); slot.Public || slot.state.Load() != pending || slot.failure != nil {
				return fmt.Errorf("worker %d: frame 0 left public %v, state %d", k, slot.Public, slot.state.Load())
			}
		}
		if w.part.Load() != nil || w.innermost.Load() != nil {
			return fmt.Errorf("worker %d: a loop left", k)
		}
		if n := w.held(); n != 0 {
			return fmt.Errorf("worker %d: %d tasks left", k, n)
		}
	}
	if free, size := p.sleep.Free(), int(p.size.Load()); free != size {
		return fmt.Errorf("%d of %d tokens free", free, size)
	}
	return nil
}
