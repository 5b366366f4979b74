package fork

import "github.com/skua-go/skua/internal/event"

// How deep a recording follows forks.
const (
	deepAtFirst = 64
	deepest     = 256
	short       = 20_000  // nanoseconds: forks of leaves below are not worth a record
	long        = 100_000 // nanoseconds: deeper forks can be recorded
	patience    = 500_000 // nanoseconds in which nothing was recorded: then deeper ones are
	deeper      = 16      // by so many
	steady      = 8       // leaves that must agree
)

// trail is what a recording knows of a stack's forks: those below a depth, which follows the
// program. All of it is the owner's.
//
//	F1  A frame marked followed is below end, and its fork is not joined; not all below end are
//	    followed.
//	F2  The gate is not below deep while the worker is recorded, but for forks that begin before
//	    the gate moves.
type trail struct {
	deep   uint32 // forks at frames below are recorded; 0: none
	end    uint32
	credit int   // how many leaves were long, less those that were short
	since  int64 // when the present strand began
	leaf   bool  // and nothing was forked since
}

// gate is from which frame on a fork may be fast.
func (t *trail) gate() uint32 { return t.deep }

// ref names the fork at frame i while it is pending.
func (s *Stack) ref(i uint32) uint64 { return uint64(s.number)<<32 | uint64(i) }

// Followed reports whether a recording has the fork.
func (slot *Slot) Followed() bool { return slot.Slow&followed != 0 }

// follow records the fork at frame i, whose argument is stored, if it is not too deep. No thief
// can have it yet.
func (s *Stack) follow(i uint32) {
	l, t := s.worker.Line, &s.trail
	l.MayPause()
	now := l.Now()
	if t.deep == 0 {
		t.deep, t.since = deepAtFirst, now
		s.regate()
	}
	if i >= t.deep && now-t.since > patience {
		t.deep = min(i+deeper, deepest)
		s.regate()
	}
	if i >= t.deep {
		return
	}
	s.body.Slot(i).Slow |= followed
	t.end = i + 1
	t.since, t.leaf = now, true
	l.Put(event.Event{At: now, Kind: event.Fork, Ref: s.ref(i), Site: event.CallSite()})
}

// unfollow makes forks fast again once the recording is over.
func (s *Stack) unfollow() {
	if s.trail.deep > 0 {
		s.trail.deep = 0
		s.regate()
	}
}

// tell records that the fork at frame i has come to its join, or past it.
func (s *Stack) tell(k event.Kind, i uint32) {
	l, t := s.worker.Line, &s.trail
	if l == nil {
		s.unfollow()
		return
	}
	now := l.Now()
	if t.leaf && t.deep > 0 {
		s.adapt(now - t.since)
	}
	t.since, t.leaf = now, k == event.Retake
	l.Put(event.Event{At: now, Kind: k, Ref: s.ref(i)})
}

// adapt moves the depth after a leaf that took as long.
func (s *Stack) adapt(leaf int64) {
	t := &s.trail
	switch {
	case leaf < short/10:
		t.credit -= steady / 2
	case leaf < short:
		t.credit--
	case leaf > long:
		t.credit++
	}
	switch {
	case t.credit <= -steady && t.deep > 1:
		t.deep, t.credit = t.deep-1, 0
	case t.credit >= steady && t.deep < deepest:
		t.deep, t.credit = t.deep+1, 0
	default:
		return
	}
	s.regate()
}

// JoinFollowed ends the first branch of the recorded fork at frame i. It reports whether a thief
// ran the second, as JoinSlow does. If none did, the caller runs it, and then calls Rejoined.
func (s *Stack) JoinFollowed(i uint32) (stolen bool) {
	slot := s.body.Slot(i)
	slot.Slow &^= followed
	s.trail.end = min(s.trail.end, i)
	if slot.Slow&public != 0 && s.JoinSlow(i) {
		return true
	}
	s.tell(event.Retake, i)
	return false
}

// Rejoined ends the second branch of the recorded fork at frame i.
func (s *Stack) Rejoined(i uint32) { s.tell(event.Joined, i) }

// lose forgets the recorded forks from base on, which nobody will join.
func (s *Stack) lose(base uint32) {
	t := &s.trail
	for j := base; j < t.end; j++ {
		if slot := s.body.Slot(j); slot.Slow&followed != 0 {
			slot.Slow &^= followed
			s.tell(event.Drop, j)
		}
	}
	t.end = min(t.end, base)
}
