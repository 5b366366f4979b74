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
	w.arrive(p.Here() != nil)
	w.job, w.active = job, true
	return w
}

// arrive gets the guest a token, unless its goroutine has one as another worker
// of the pool: of a task that called from inside as if from outside.
func (w *Worker) arrive(inner bool) {
	w.name(self.Goroutine())
	if w.inner = inner; !inner {
		w.pool.sleep.Enter()
	}
}

// name makes w a worker that the goroutine of that name runs, and has a token
// for; 0 is none.
func (w *Worker) name(name uintptr) {
	w.self.Store(name) // ORDER: nobody but that goroutine looks for its own name
}

// Here returns the workers that the calling goroutine runs, one in the other, and
// has a token for; none where goroutines cannot be told apart.
func (p *Pool) Here() (workers []*Worker) {
	name := self.Goroutine()
	for _, w := range *p.all.Load() {
		if name != 0 && w.self.Load() == name {
			workers = append(workers, w)
		}
	}
	return workers
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
	w.name(0)
	if !w.inner {
		w.yieldToken()
	}
	p.mu.Lock()
	p.guests = append(p.guests, w)
	p.mu.Unlock()
	p.dismiss()
}
