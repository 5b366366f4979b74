package remote

import (
	"fmt"
	"time"
)

// watch sends beats and ends the connection to a host that is silent for too long. Time counts only
// in ticks in which the reader waited for the host: not while this process is stopped, or busy with
// what the host sent.
func (h *Host) watch() {
	tick := time.NewTicker(h.config.Beat)
	defer tick.Stop()
	s := silence{limit: int(max(2, h.config.Silence/h.config.Beat))}
	for {
		select {
		case <-h.ended:
			return
		case <-tick.C:
		}
		if s.tick(h.link) {
			h.end(fmt.Errorf("it has not answered for %v", h.config.Silence))
			return
		}
		h.link.post(beat, 0, nil)
	}
}

// A silence counts ticks without a byte from the other side.
type silence struct {
	limit, ticks int
	seen         int64
}

// tick tells whether the other side was silent for too long.
func (s *silence) tick(l *link) bool {
	n := l.received.Load()
	if n != s.seen || !l.reading.Load() {
		s.seen, s.ticks = n, 0
		return false
	}
	s.ticks++
	return s.ticks >= s.limit
}
