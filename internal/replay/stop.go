package replay

import (
	"fmt"
	"math"
)

// A stop is a loop that others stopped, in the recorded run: an event of a take, and the last event
// that the take had when the loop had ended. In another run the loop may be stopped earlier or later.
// So events in it that come after the last one were not recorded, and those that do not come are
// void; after the loop the take has its recorded events again.
type stop struct{ loop, last int64 }

// line returns the line of a file that says s.
func (s stop) line(t *Take) string {
	return fmt.Sprintf("%d.%d stop %d %d", t.Worker, t.Number, s.loop, s.last)
}

// beyond reports whether the present event is one that the recorded run had not come to when the loop
// around it was stopped.
func (s *Running) beyond() bool { return len(s.loops) > 0 && s.events > s.loops[len(s.loops)-1].last }

// loopBegins notes that the loop at p begins, if the recorded one was stopped.
func (n *Notes) loopBegins(p Place) {
	if y := n.pool.play; y != nil {
		if last, ok := y.file.stops[p]; ok {
			n.now.loops = append(n.now.loops, stop{p.Event, last})
		}
	}
}

// Skip is called before the present take waits, when others have stopped its job, or the loop that
// was its event of that number; 0 is the job. It may leave out events that the recorded run had by
// now, and what was taken of these cannot come: it is void (doc.go, Following). n may be nil.
func (n *Notes) Skip(loop int64) {
	if n == nil || n.pool.play == nil {
		return
	}
	last := int64(math.MaxInt64)
	if s := n.now.loops; len(s) > 0 && s[len(s)-1].loop == loop {
		last = s[len(s)-1].last
	}
	n.skip(last)
}

// skip notes that the take's events up to the last have come, or never will.
func (n *Notes) skip(last int64) {
	s, k := &n.now, 0
	for k < len(s.spots) && s.spots[k].event <= last {
		k++
	}
	n.pool.play.void(s.spots[:k])
	s.spots = s.spots[k:]
}

// LoopEnds notes that the loop has ended that was the present take's event of that number. stopped:
// others may have stopped it, at a time that no recording has: so the present take may have other
// events than the recorded one. n may be nil.
func (n *Notes) LoopEnds(loop int64, stopped bool) {
	if n == nil {
		return
	}
	s := &n.now
	s.loose = s.loose || stopped
	if r := n.pool.rec; r != nil && stopped && s.take != nil {
		r.say(stop{loop, s.events}.line(s.take))
	}
	if k := len(s.loops) - 1; k >= 0 && s.loops[k].loop == loop {
		n.skip(s.loops[k].last)
		s.events, s.loops = s.loops[k].last, s.loops[:k]
	}
}
