package sched

import (
	"context"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/spawn"
	"github.com/skua-go/skua/internal/watch"
)

// keptGuests is how many free guests a pool keeps for the next callers: as many
// as call at a time in most programs. Arbitrary, not measured.
const keptGuests = 16

// Enter makes the calling goroutine a guest: a worker for the time of one
// call, until Depart. It returns nil if the pool is closed, or if the job has ended
// while the call waited in line, or line, which may be nil. A call without a job works for that of
// the task that it comes from, of whatever pool.
func (p *Pool) Enter(job *crew.Job, line context.Context) *crew.Worker {
	seated, waits := p.limits(), job
	if line != nil && (seated || p.Watch.Steals != nil) {
		var stop func()
		waits, stop = p.NewJob(line)
		defer stop()
	}
	c := p.called(false)
	if c.gone && p.Watch.Steals.Await(func() bool { return ended(waits) || p.closing() }) {
		return nil
	}
	if p.Watch.Steals != nil && c.guest == nil && ended(job) || seated && !p.Line.Sit(waits.InLine(), nil) {
		p.Watch.Steals.Gone(c.at)
		return nil
	}
	return p.seat(p.enter(job, c), seated)
}

// EnterFor is Pool.Enter for a call that is going to wait for s. It returns nil if all
// its tasks have ended: while the call waited in line, or so that the pool is over. When the context of s
// ends the call, still in line, ends the tasks that have not begun: nobody else may have a place for that.
func EnterFor(s *spawn.Scope) *crew.Worker {
	p := s.Board.Crew.Host.(*Pool)
	c := p.called(true)
	if c.gone && p.Watch.Steals.Await(func() bool { return s.Over() || s.Nobodys(false) }) && s.Over() {
		return nil
	}
	seated := p.limits()
	if seated && !p.Line.Sit(s.Job.InLine(), s) && (s.Over() || !p.Line.Sit(nil, s)) {
		p.Watch.Steals.Gone(c.at)
		return nil
	}
	return p.seat(p.enter(s.Job, c), seated)
}

// limits reports whether the calling goroutine waits in line before it comes in.
func (p *Pool) limits() bool { return p.Line.Seats > 0 && !p.FromInside() && !p.Watch.Steals.Follows() }

// seat notes that w, the guest of a call that has come in, has a seat, or gives the seat of
// a call up that has not.
func (p *Pool) seat(w *crew.Worker, seated bool) *crew.Worker {
	switch {
	case w != nil:
		w.Seated = seated
	case seated:
		p.Line.Rise()
	}
	return w
}

// enter is Enter for a call that has a seat, or needs none. It returns nil if the call may
// not come in (door.admit).
func (p *Pool) enter(job *crew.Job, c call) *crew.Worker {
	p.follow()
	p.Watch.Director.Enter()
	w := p.admitGuest(c.waits, c.guest)
	if w == nil {
		p.Watch.Director.Leave()
		p.Watch.Steals.Gone(c.at)
		return nil
	}
	p.keepUp()
	p.Watch.Entered()
	w.Bind()
	if w.Around != nil {
		cover(w.Around) // it will not look after its work before this call has ended
	}
	p.guard()
	w.Come()
	if job == nil && w.Around != nil {
		if job = w.Around.Job; w.Around.Crew != &p.Crew {
			job.Spread(&p.Crew)
		}
	}
	c.begins(w)
	w.Begin(job)
	if w.Around != nil {
		w.Strand.Put(w.Around.Strand.Take()) // the call is part of that strand: it comes next
	}
	return w
}

// cover leaves what w has to do to other workers, since its goroutine begins a guest's call.
func cover(w *crew.Worker) {
	w.Covered = true
	w.Publish()
	w.Own.Flush()
}

// admitGuest lets a call in, and returns a worker for it.
func (p *Pool) admitGuest(child bool, notes *watch.Notes) (w *crew.Worker) {
	p.Mu.Lock()
	if p.door.admit(child, p.Within) {
		w = p.guest(notes)
	}
	p.Mu.Unlock()
	return w
}

// guest returns a free guest, the one that left last, or the one with these notes. Under mu.
func (p *Pool) guest(notes *watch.Notes) *crew.Worker {
	for k := len(p.guests) - 1; k >= 0; k-- {
		if w := p.guests[k]; notes == nil || w.Watch.Notes == notes {
			p.guests = append(p.guests[:k], p.guests[k+1:]...) // to clear what is behind takes longer
			return w
		}
	}
	return p.newWorker(-1, notes)
}

// Depart ends what Enter began: it waits for all that the call left behind and
// drops what it held. Deferred, with the recovered panic if there is one, which
// it describes.
func Depart(w *crew.Worker, recovered any) (failure *crew.Failure) {
	if recovered != nil {
		failure = w.Failure(recovered)
	}
	if !w.Strand.Empty() {
		defer func() { failure = depart(w, failure) }() // also if a merge ends the goroutine
		return yieldStrand(w, failure)
	}
	return depart(w, failure)
}

// yieldStrand ends the strand of a call that ended by f: the task around it goes on with the views, or,
// in no task, they go into the values. It returns f, or the panic of a merge.
func yieldStrand(w *crew.Worker, f *crew.Failure) (failure *crew.Failure) {
	call, failure := w.Strand.Take(), f
	if around := w.Around; around != nil {
		later := around.Strand.Take() // of joins that user code has made on frames further out
		around.Strand.Put(call)
		around.Strand.Gather(later)
		return f
	}
	defer func() {
		if r := recover(); r != nil {
			if merge := w.Failure(r); f == nil || f.Cancelled() {
				failure = merge
			}
		}
	}()
	call.Deliver()
	return f
}

func depart(w *crew.Worker, failure *crew.Failure) *crew.Failure {
	w.End()
	failure = w.Weigh(failure)
	w.Watch.Notes.End(failure != nil, w.Stopped())
	PoolOf(w).leave(w)
	return failure
}

// BeginNested is Enter for a call that goes on as the worker of a task. A recording has no such call:
// for it the task goes on.
func BeginNested(w *crew.Worker) { w.Own.Rise() }

// EndNested is Depart for such a call.
func EndNested(w *crew.Worker, recovered any) (failure *crew.Failure) {
	if recovered != nil {
		failure = w.Failure(recovered)
	}
	w.Own.Abandon()
	w.Reclaim()
	w.Own.Sink()
	return failure
}

// leave gives the guest, the token, the seat and what is in the queue back to the pool.
func (p *Pool) leave(w *crew.Worker) {
	w.Tidy()
	w.Own.Flush()
	w.Watch.Line.Say(watch.Leave)
	w.Go()
	if w.Outer == nil {
		p.Turns.Forget()
	}
	seated := w.Seated
	if w.Around != nil {
		w.Around.Covered = false
	}
	w.Around, w.Outer, w.Seated = nil, nil, false
	w.Unbind()
	p.checkFree(w)
	p.Mu.Lock()
	if len(p.guests) < keptGuests || p.Watch.Steals.Follows() {
		p.guests = append(p.guests, w)
	} else {
		w.Watch.Hush()
		p.Remove(w)
	}
	if seated {
		p.Mu.Unlock()
		p.Line.Rise() // after both: the call that comes in finds this guest and its token
		p.Mu.Lock()
	}
	p.dismiss()
	p.Watch.Director.Leave()
	w.Watch.Notes.Left() // its next call finds it among the free ones
}
