package replay

import (
	"cmp"
	"fmt"
)

// at returns what was taken of an event outside of tasks.
func (p *player) at(place Place, k Kind) []*Take {
	s := p.file.places[place]
	if s == nil || p.released.Load() {
		return nil
	}
	return p.fits(s.takes, k)
}

// fits returns the takes if they are of that kind: what was taken where now an event of that kind is.
func (p *player) fits(takes []*Take, k Kind) []*Take {
	if p.released.Load() {
		return nil
	}
	if takes[0].Kind != k {
		p.diverge(takes[0], fmt.Sprintf("there now is %s", eventNames[k]))
		return nil
	}
	return takes
}

// begins returns the take that begins: what the worker has popped, or its call. It ends too if
// whole. If there is none, t is not in the recording.
func (p *player) begins(n *Notes, t *Take, whole bool) *Take {
	p.mu.Lock()
	own := n.popped
	if n.popped = nil; own == nil {
		if next := n.peek(); t.Kind == Call && next != nil && next.Kind == Call && !p.released.Load() {
			own = next
			n.next++
			n.busy = true
		}
	}
	p.moves++
	if whole {
		p.open++
	}
	if own != nil {
		p.file.left--
	} else if t.Kind == Task {
		p.adrift--
	}
	p.wake.Broadcast()
	p.mu.Unlock()
	return cmp.Or(own, t)
}

// unknown is called for an event of which the recording should say who took it, and does not. If it
// need not be in the recording that is in order.
func (p *player) unknown(at Place, k Kind) {
	if at.outside() && !p.file.closed && at.Event > p.file.last[at.Take] {
		p.goesOn(k)
		return
	}
	t := p.file.byID[[2]int{at.Worker, at.Take}]
	if p.file.whole && (at.outside() || t != nil && !t.stopped) {
		p.diverge(nil, fmt.Sprintf("%s comes at %v that was not recorded", eventNames[k], at))
		return
	}
	if k == Task {
		p.mu.Lock()
		p.adrift++
		p.watch()
		p.mu.Unlock()
	}
}

// goesOn is called for a call or a spawn in no task after the last recorded one of its line, in a
// recording that was not closed: the recorded run may have ended before. A call waits for all that
// comes before that.
func (p *player) goesOn(k Kind) {
	p.mu.Lock()
	if k == Task {
		p.adrift++
		p.watch()
	} else {
		p.late++
		p.await(p.done)
		p.late--
	}
	done := p.done()
	p.mu.Unlock()
	if done {
		p.finish()
	}
}

// done reports whether all that is recorded has come. Under mu.
func (p *player) done() bool { return p.file.left == 0 && (p.open == 0 || !p.file.whole) }

// quiet is called when no call is inside a pool any more.
func (p *player) quiet() {
	p.mu.Lock()
	done := p.file.left == 0 && p.open == 0
	say := done && p.file.whole && p.says && !p.released.Load()
	p.says = p.says && !say
	p.mu.Unlock()
	switch {
	case say:
		fmt.Fprintf(p.stderr, "skua: %s: the recording was followed to its end\n", p.name)
	case done && !p.file.whole:
		p.finish() // the recorded run died in a call, and this one has not
	}
}

// ends compares the end of a take with the recorded one.
func (p *player) ends(n *Notes, s Running, cut, excused bool) {
	t := s.take
	p.mu.Lock()
	t.over = true
	p.moves++
	p.open--
	p.wake.Broadcast()
	p.mu.Unlock()
	switch {
	case t.line == 0 || p.released.Load(): // it is not recorded, or no matter
	case excused || t.stopped:
		p.void(s.spots)
	case len(s.spots) > 0:
		missing := s.spots[0].takes[0]
		p.diverge(missing, fmt.Sprintf("that did not come: %s ended after %d events", t.describe(), s.events))
	case t.events >= 0 && t.events != s.events || t.events >= 0 && t.cut != cut:
		p.diverge(t, fmt.Sprintf("it ended after %d events%s, and the recorded one after %d%s",
			s.events, byPanic(cut), t.events, byPanic(t.cut)))
	}
}

func byPanic(cut bool) string {
	if cut {
		return " by a panic"
	}
	return ""
}

// describe names a take for people.
func (t *Take) describe() string {
	return fmt.Sprintf("take %d of worker %d (line %d)", t.Number, t.Worker, t.line)
}

// void notes that takes do not come, since another part of the program was stopped at another time.
func (p *player) void(spots []*spot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.file.left -= void(spots)
	p.wake.Broadcast()
}

// void notes that what was taken at these spots does not come, nor what was taken of that. It
// returns how many takes these are.
func void(spots []*spot) (n int) {
	for _, s := range spots {
		for _, t := range s.takes {
			if !t.void && !t.here {
				t.void = true
				n += 1 + void(t.spots)
			}
		}
	}
	return n
}

func plural(n int, of string) string {
	if n != 1 {
		of += "s"
	}
	return fmt.Sprint(n, " ", of)
}
