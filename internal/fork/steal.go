package fork

import "github.com/skua-go/skua/internal/crew"

// Run runs a claimed frame, reports it done, and hands the token to the
// owner if it waits.
func (s *Stack) Run(w *crew.Worker, lo, _ int) {
	frame := uint32(lo)
	// The victim's words are read between the claim and the report: they do
	// not change while anything of it is stolen.
	slot, victim := s.body.Slot(frame), s.worker
	w.Adopt(victim.Job)
	normal := false
	defer func() {
		failure := w.Outcome(normal, recover())
		w.End() // before the report: nothing of the task runs after it
		slot.failure = w.Weigh(failure)
		// ORDER: result and failure before done; the owner's CAS to parked is
		// on this word, so exactly one of us sees the other.
		was := slot.state.Swap(crew.Done)
		s.checkReported(was, false)
		if was == crew.Parked {
			w.Tokenless = true // it goes with the wake-up
			victim.Parker.Unpark()
		}
		w.Outlive(failure)
	}()
	if w.SeesEnd() || w.Job.Cancelled() {
		panic(crew.Unwinding{Job: w.Job})
	}
	s.body.Exec(w, frame)
	normal = true
}
