package sched

// Run runs a claimed frame, reports it done, and hands the token to the
// owner if it waits.
func (s *Stack) Run(w *Worker, lo, _ int) {
	frame := uint32(lo)
	// The victim's words are read between the claim and the report: they do
	// not change while anything of it is stolen.
	slot, victim := s.body.Slot(frame), s.worker
	w.adopt(victim.job)
	normal := false
	defer func() {
		failure := w.outcome(normal, recover())
		w.endSegment() // before the report: nothing of the task runs after it
		slot.failure = w.weigh(failure)
		// ORDER: result and failure before done; the owner's CAS to parked is
		// on this word, so exactly one of us sees the other.
		if slot.state.Swap(done) == parked {
			w.tokenless = true // it goes with the wake-up
			victim.parker.Unpark()
		}
		w.outlive(failure)
	}()
	if w.heed() || w.job.Cancelled() {
		panic(abort{w.job})
	}
	s.body.Exec(w, frame)
	normal = true
}
