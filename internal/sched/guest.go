package sched

// keptGuests is how many free guests a pool keeps for the next callers: as many
// as call at a time in most programs. Arbitrary, not measured.
const keptGuests = 16

// Enter makes the calling goroutine a guest: a worker for the time of one
// call, until Depart. It returns nil if the pool is closed, or if the job has ended
// while the call waited in line. A call without a job works for that of the task that it
// comes from, of whatever pool.
func (p *Pool) Enter(job *Job) *Worker {
	seated := p.line.seats > 0 && !p.fromInside()
	if seated && !p.line.sit(job, nil) {
		return nil
	}
	w := p.enter(job, false)
	switch {
	case w != nil:
		w.seated = seated
	case seated:
		p.line.rise()
	}
	return w
}

// EnterFor is Pool.Enter for one who is going to wait for round r of s. It returns nil if all
// its tasks have ended while the call waited in line.
func EnterFor(s *Scope, r *Round) *Worker {
	p := s.board.crew.host.(*Pool)
	seated := p.line.seats > 0 && !p.fromInside()
	if seated && !p.line.sit(nil, wait{s, r}) {
		return nil
	}
	w := p.enter(s.job, true)
	w.seated = seated
	return w
}

// enter is Enter for one who has a seat, or needs none. It returns nil if the pool is
// closed, unless the call is for something that is inside already.
func (p *Pool) enter(job *Job, child bool) *Worker {
	p.follow()
	w := p.admitGuest(child)
	if w == nil {
		return nil
	}
	w.around, w.outer = p.bound.bind(w)
	if w.around != nil {
		cover(w.around) // it will not look after its work before this call has ended
	}
	w.note()
	p.guard()
	// The guest gets a token, unless its goroutine has one as another worker of the
	// pool: of a task that called from inside as if from outside.
	if w.outer == nil {
		p.callers.Add(1) // ORDER: before the token; who reads it late wakes a maker late
		p.sleep.TakeToken()
	}
	if job == nil && w.around != nil {
		if job = w.around.job; w.around.crew != &p.Crew {
			job.spread(&p.Crew)
		}
	}
	w.work(job)
	return w
}

// cover leaves what w has to do to others, since its goroutine begins a guest's call.
func cover(w *Worker) {
	w.covered = true
	w.publish()
	spawnedOf(w).Flush()
}

// admitGuest lets a call in, and returns a worker for it.
func (p *Pool) admitGuest(child bool) *Worker {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed && !child && !p.Within() {
		return nil
	}
	p.inside++
	return p.guest()
}

// guest returns a free guest, the one that left last. Under mu.
func (p *Pool) guest() *Worker {
	n := len(p.guests)
	if n == 0 {
		return p.newWorker(-1)
	}
	w := p.guests[n-1]
	p.guests = p.guests[:n-1]
	return w
}

// Depart ends what Enter began: it waits for all that the call left behind and
// drops what it held. Deferred, with the recovered panic if there is one, which
// it describes.
func Depart(w *Worker, recovered any) (failure *Failure) {
	if recovered != nil {
		failure = w.Failure(recovered)
	}
	w.endSegment()
	failure = w.weigh(failure)
	PoolOf(w).leave(w)
	return failure
}

// Begin is Enter for a call that goes on as the worker of a task. It returns the scopes
// of the task around, for End.
func Begin(w *Worker) (around *Scope) {
	c := spawnedOf(w)
	around, c.scopes = c.scopes, nil
	return around
}

// End is Depart for such a call.
func End(w *Worker, around *Scope, recovered any) (failure *Failure) {
	if recovered != nil {
		failure = w.Failure(recovered)
	}
	w.abandon()
	w.Reclaim()
	spawnedOf(w).scopes = around
	return failure
}

// leave gives the guest, the token, the seat and what is in the queue back to the pool.
func (p *Pool) leave(w *Worker) {
	w.tidy()
	spawnedOf(w).Flush()
	if w.outer == nil {
		p.callers.Add(-1) // ORDER: before the token, too: never more callers than there are
		p.yieldToken()
	}
	seated := w.seated
	if w.around != nil {
		w.around.covered = false
	}
	w.around, w.outer, w.seated = nil, nil, false
	p.bound.unbind(w)
	w.forget()
	p.mu.Lock()
	if len(p.guests) < keptGuests {
		p.guests = append(p.guests, w)
	} else {
		p.remove(w)
	}
	p.mu.Unlock()
	if seated {
		p.line.rise() // last: who comes in finds this guest and its token
	}
	p.Dismiss()
}
