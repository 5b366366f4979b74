package sched

import "github.com/skua-go/skua/internal/self"

// Enter makes the calling goroutine a guest: a worker for the time of one
// call, until Depart. It returns nil if the pool is closed, unless the call is
// for something that is inside already.
func (p *Pool) Enter(job *Job, child bool) *Worker {
	p.follow()
	p.mu.Lock()
	if p.closed && !child {
		p.mu.Unlock()
		return nil
	}
	p.inside++
	w := p.guest()
	p.mu.Unlock()
	p.guard()
	w.arrive(p.holder() != nil)
	w.job, w.active = job, true
	return w
}

// arrive gets the guest a token, unless its goroutine has one as another worker
// of the pool: of a task that called from inside as if from outside.
func (w *Worker) arrive(inner bool) {
	if w.inner = inner; inner {
		return
	}
	w.name(self.Goroutine())
	w.pool.sleep.Enter()
}

// name makes w the worker that has a token for the goroutine of that name, 0
// for none. w may be nil.
func (w *Worker) name(name uintptr) {
	if w != nil {
		w.self.Store(name) // ORDER: nobody but that goroutine looks for its own name
	}
}

// holder returns the worker that has a token for the calling goroutine, or nil.
func (p *Pool) holder() *Worker {
	name := self.Goroutine()
	for _, w := range *p.all.Load() {
		if name != 0 && w.self.Load() == name {
			return w
		}
	}
	return nil
}

// guest returns a free guest, the one that left last. Under mu.
func (p *Pool) guest() *Worker {
	n := len(p.guests)
	if n == 0 {
		return p.add(-1)
	}
	w := p.guests[n-1]
	p.guests = p.guests[:n-1]
	return w
}

// Depart ends what Enter began: it waits for all that the call left behind and
// drops what it held. Deferred, with the recovered panic if there is one, which
// it describes.
func (w *Worker) Depart(recovered any) (failure *Failure) {
	if recovered != nil {
		failure = w.Failure(recovered)
	}
	w.endSegment()
	w.leave()
	return failure
}

// leave gives the guest, the token and what is in the queue back to the pool.
func (w *Worker) leave() {
	p := w.pool
	w.tidy()
	w.flush()
	if !w.inner {
		w.name(0)
		w.yieldToken()
	}
	p.mu.Lock()
	p.guests = append(p.guests, w)
	p.mu.Unlock()
	p.dismiss()
}
