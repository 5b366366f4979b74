package fork

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
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
	if apart.Enabled && i >= s.Gate.load() { // only race builds make it a slow fork
		return
	}
	if s.worker.Alone() { // no thief comes
		s.Gate.takeBack(s.split) // no other worker knows the stack
		return
	}
	if (*watched)(s).fork(i) { // before a thief can have it
		return
	}
	if s.Gate.asked() {
		s.Look(i + 1)
		return
	}
	s.keep(i + 1)
}

// keep makes a frame below end public unasked if one should stay so and none is.
func (s *Stack) keep(end uint32) {
	if split, top := s.age.load(); top == split && s.split < end && s.demand.keeps(s.worker) {
		s.demand.Kept()
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
		(*watched)(s).meet(end)
		return
	}
	passes := s.demand.Pass(end-s.split, s.urgent.Load())
	if !passes {
		s.open(end)
	}
	if w.Job.Cancelled() {
		s.Gate.stand()
		w.Check()
	}
	w.AnswerOthers(crew.Forks)
	s.stacks.answerBelow(s)
	if passes {
		s.keep(end)
	} else {
		s.answer(end)
	}
}

// open takes a request back if there are frames to give, which are those below end.
func (s *Stack) open(end uint32) {
	if end > s.split {
		if s.urgent.Load() {
			// ORDER: before the gate opens, or it would wipe out the word of a request after that.
			s.urgent.Store(false)
		}
		s.Gate.takeBack(s.opened())
		if s.worker.Job.Cancelled() { // seen after the gate was opened, so a later cancellation shuts it again
			s.Gate.stand() // the request may have been that of the cancellation
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
	s.demand.answered(searching)
	rule, private := s.worker.Crew.Config.Expose, end-s.split
	n := rule.Amount(private)
	if rule.ToAll() {
		n = min(private, max(idle, n))
	}
	s.expose(s.split + n)
	if rule.ToAll() && s.stacks.repeats > 0 && !s.demand.Needless() && s.age.public() < idle {
		// What comes next may be long: so the request stands, and the next fork is an answer, too.
		s.stacks.repeats--
		s.Gate.stand()
	}
}

// expose makes the private frames below split public. Their arguments are
// stored.
func (s *Stack) expose(split uint32) {
	first := s.split
	for j := first; j < split; j++ {
		slot := s.body.Slot(j)
		if slot.Slow&Aside != 0 {
			split = j
			break
		}
		slot.checkPrivate()
		slot.Slow |= public
	}
	if split <= first {
		return
	}
	s.renew()
	s.split = split
	s.Gate.move(s.opened())
	s.age.move(split)
	s.check()
	s.worker.Count.Exposures.Add(1)
	s.worker.Crew.Sleep.Post()
}

// Answer answers requests for the frames of calls further out.
func (c *Stacks) Answer() { c.answerBelow(nil) }

// answerBelow answers requests for the frames of calls of other types than s, which do not
// look while what they called runs. s may be nil.
func (c *Stacks) answerBelow(s *Stack) {
	for _, t := range c.all() {
		if t != s && t.split < t.base && t.Gate.asked() {
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
