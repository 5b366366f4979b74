package spawn

import "github.com/skua-go/skua/internal/crew"

// Full reports whether as many tasks as the limit allows have not ended.
func (s *Scope) Full() bool { return s.locked(s.brake.Full) }

// AwaitRoom waits while s is full, and done is not closed. The caller has given its place away.
func (s *Scope) AwaitRoom(done <-chan struct{}) {
	for {
		s.mu.Lock()
		room := s.brake.NextRoom()
		s.mu.Unlock()
		if room == nil {
			return
		}
		select {
		case <-room:
		case <-done:
			return
		}
	}
}

// holdsNone reports whether the limit holds nothing back: a steal schedule says when each task begins; and
// the tasks of a job that was cancelled do not begin, and who forsakes them takes them from the inbox.
func (s *Scope) holdsNone() bool {
	return s.Board.Crew.Watch.Steals.Follows() || s.Job.Cancelled()
}

// release starts what the limit held back, after n tasks have ended on w, which is nil for a branch.
func (s *Scope) release(w *crew.Worker, n int) {
	s.mu.Lock()
	free := s.brake.End(n, s.holdsNone())
	s.check()
	s.mu.Unlock()
	var c *Spawned
	if w != nil {
		c = Of(w)
	}
	for _, body := range free {
		s.launch(c, body)
	}
}
