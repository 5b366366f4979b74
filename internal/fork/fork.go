package fork

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/watch"
)

// Prepare is called before a slow fork stores its argument in frame i.
func (s *Stack) Prepare(i uint32) {
	s.begins("Fork", i)
	// SeesEnd may cancel the job, which shuts this gate. Offer, which comes when the argument is
	// stored, sees that.
	s.worker.SeesEnd()
	s.used = true
	if s.split > i {
		s.misused(i, forkForked)
	}
}

// Offer is called after a slow fork stored its argument in frame i: it makes
// frames public if a thief asked or if something should stay public.
func (s *Stack) Offer(i uint32) {
	if s.worker.Alone() { // no thief comes
		// ORDER: none: no other worker knows the stack
		atomic.StoreUint32(&s.Gate, s.split)
		return
	}
	if s.tellFork(i) { // before a thief can have it
		return
	}
	if atomic.LoadUint32(&s.Gate) == crew.Shut {
		s.Look(i + 1)
		return
	}
	s.keep(i + 1)
}

// keep makes a frame below end public unasked if one should stay so and none is.
func (s *Stack) keep(end uint32) {
	if split, top := s.load(); top == split && s.split < end && s.keeps() {
		s.credit = s.worker.Crew.Config.Keep.AfterKept(s.credit)
		s.expose(s.split + 1)
	}
}

// NOT: leave the first request of a call unanswered, since a thief asks again: a call that
// forks once and then computes for long may never look a second time (decision 0010).

// Look answers a thief's request out of the live private frames, which are those below end, out
// of the other stacks, and out of the other kinds of work. If no frame is private the request
// stands. It panics if the run was cancelled.
func (s *Stack) Look(end uint32) {
	w := s.worker
	w.Count.Looks.Add(1)
	if w.Crew.Watch.Director != nil {
		s.meet(end)
		return
	}
	passes := s.passes(end)
	if !passes {
		s.open(end)
	}
	if w.Job.Cancelled() {
		atomic.StoreUint32(&s.Gate, crew.Shut) // ORDER: the owner's own request, for later forks, which load the gate
		panic(crew.Unwinding{Job: w.Job})
	}
	w.AnswerOthers(crew.Forks)
	s.stacks.answerBelow(s)
	if passes {
		s.keep(end)
	} else {
		s.answer(end)
	}
}

// meet is Look in a directed pool, whose gates stay shut: the frames below end become public, and other
// goroutines have their turn.
func (s *Stack) meet(end uint32) {
	w, at := s.worker, watch.AtPoll
	w.Check()
	if end > s.split {
		at = watch.AtFork
		s.expose(end)
	}
	w.AnswerOthers(crew.Forks)
	w.Watch.Point(at)
	w.Check()
}

// open takes a request back if there are frames to give, which are those below end.
func (s *Stack) open(end uint32) {
	if end > s.split {
		// ORDER: the request is taken back before anything is looked at: one
		// that comes later finds the gate open, shuts it, and the next fork sees it.
		if s.urgent.Load() {
			s.urgent.Store(false)
		}
		atomic.StoreUint32(&s.Gate, s.opened())
		if s.worker.Job.Cancelled() {
			// ORDER: after the gate was opened, so a cancellation that comes later shuts
			// it again. The request may have been that of an earlier one: it stands.
			atomic.StoreUint32(&s.Gate, crew.Shut)
		}
	}
}

// answer makes frames below end public for a request that was taken back: as many as the policy says, and one
// for each idle worker unless it says no.
func (s *Stack) answer(end uint32) {
	if end <= s.split {
		return
	}
	searching, idle := s.worker.Crew.Idle()
	if idle == 0 {
		// The thief that asked has found work meanwhile, or another of its requests
		// was answered first. This fork is then like one without a request.
		s.keep(end)
		return
	}
	s.credit = s.wanted()
	s.offers(searching)
	rule, private := s.worker.Crew.Config.Expose, end-s.split
	n := rule.Amount(private)
	if rule.ToAll() {
		n = min(private, max(idle, n))
	}
	s.expose(s.split + n)
	if rule.ToAll() && s.stacks.repeats > 0 && s.needless.last == 0 && s.public() < idle {
		// What comes next may be long: so the request stands, and the next fork is an answer, too.
		s.stacks.repeats--
		// ORDER: the owner's own request, for its next look, which loads the gate.
		atomic.StoreUint32(&s.Gate, crew.Shut)
	}
}

// public returns how many frames are public. Anyone.
func (s *Stack) public() uint32 {
	split, top := s.load()
	return max(split, top) - top
}

// wanted returns the credit after a look at which work was wanted.
func (s *Stack) wanted() policy.Credit {
	keep := s.worker.Crew.Config.Keep
	if s.young { // since the gate was shut anyway
		s.young = false
		return keep.AfterFirst(s.credit)
	}
	return keep.AfterRequest(s.credit)
}

// expose makes the private frames below split public. Their arguments are
// stored.
func (s *Stack) expose(split uint32) {
	first := s.split
	if split = s.sharable(split); split <= first {
		return
	}
	for j := first; j < split; j++ {
		slot := s.body.Slot(j)
		s.checkPrivate(slot)
		slot.Slow |= public
	}
	s.renew()
	s.split = split
	s.regate()
	for {
		_, top := s.load()
		if s.cas(first, top, split, top) {
			break
		}
	}
	s.check()
	s.worker.Count.Exposures.Add(1)
	s.worker.Crew.Sleep.Post()
}

// regate lets the gate follow split, unless it is shut.
func (s *Stack) regate() {
	if g := atomic.LoadUint32(&s.Gate); g != crew.Shut {
		// ORDER: a CAS, so that a request that comes meanwhile stays: only open
		// takes one back. Before frames become public, so a request that comes
		// after they are gone stays too.
		atomic.CompareAndSwapUint32(&s.Gate, g, s.opened())
	}
}

// Answer answers requests for the frames of calls further out.
func (c *Stacks) Answer() { c.answerBelow(nil) }

// answerBelow answers requests for the frames of calls of other types than s, which do not
// look while what they called runs. s may be nil.
func (c *Stacks) answerBelow(s *Stack) {
	for _, t := range c.all() {
		if t != s && t.split < t.base && atomic.LoadUint32(&t.Gate) == crew.Shut {
			t.open(t.base)
			t.answer(t.base)
		}
	}
}

// Publish exposes the live private frames, as far as they are known, for a worker that will not look for a
// while. A fast fork leaves no trace
// but in the variables of the Func's body. So of a body's forks only those are known that came
// before a call at its Frame that has not ended.
func (c *Stacks) Publish() {
	for _, s := range c.all() {
		s.expose(s.base)
	}
}
