package sched

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// This file looks into a pool from outside, for tests only.

// Known returns how many places every search goes round: those of residents and of
// guests, also free ones, and empty places.
func (p *Pool) Known() int { return len(p.all.places()) }

// Cancel cancels the job as the end of its context does, and returns when every
// worker has been asked: what calls Fork, Poll or Next for the job after that stops.
func (p *Pool) Cancel(job *Job) { job.cancel() }

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

// Describe tells a pool's state while it works, a line for each worker: what
// waits in its stacks, queues and loops, and which stolen frames their owners or
// thieves have not done with. It reads atomics only, each at an instant of its own.
func (p *Pool) Describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "counts %+v, surplus %d, injector %d\n", p.Counts(), p.surplus.Load(), p.injector.len())
	for w := range p.all.each {
		fmt.Fprintf(&b, "worker %d (bed %d), %d spawned", w.place, w.id, w.queue.Len())
		for part := w.part.Load(); part != nil; part = part.outer {
			fmt.Fprintf(&b, "; loop: %d units open, asked %v, %d indices not over, maker %s",
				part.share.Len(), part.share.Wanted(), part.loop.left.Load(), stateName(part.loop.state.Load()))
		}
		for _, s := range *w.stacks.Load() {
			s.describe(&b)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (s *Stack) describe(b *strings.Builder) {
	split, top := s.load()
	fmt.Fprintf(b, "; stack: stolen %d, public %d, %s", top, max(split, top)-top, gateName(s))
	for i := range min(top, 32) { // the first chunk, which never goes away
		fmt.Fprintf(b, " [%d %s]", i, stateName(s.body.Slot(i).state.Load()))
	}
}

func gateName(s *Stack) string {
	if g := atomic.LoadUint32(&s.Gate); g != Shut {
		return fmt.Sprintf("gate %d", g)
	}
	return "gate shut"
}

func stateName(state uint32) string { return [...]string{"pending", "parked", "done"}[state] }
