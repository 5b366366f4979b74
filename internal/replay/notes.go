package replay

// Notes are what one worker counts, and in a pool that follows a recording what it is to take. All
// methods are the worker's own goroutine's, unless they say otherwise.
//
//	N1  now is the innermost take that runs; around is what was now at each Begin that has not ended.
//	N2  In a follower, list[:next] were taken; all fields from list on are under the player's lock.
type Notes struct {
	number int
	pool   *Pool
	takes  int
	now    Running
	around []Running

	list   []*Take
	next   int
	live   bool  // a resident was started
	popped *Take // that was handed over and begins next
	busy   bool  // a guest has not left
	rest   any   // after a divergence: what the worker runs first
}

// Running is a take that runs: its events so far, and its spots that have not come.
type Running struct {
	take   *Take
	events int64
	spots  []*spot
	loops  []stop // of its events that are loops and have not ended: those that were stopped in the recorded run
	loose  bool   // it need not have the recorded events
}

// Pool returns the worker's pool. Anyone.
func (n *Notes) Pool() *Pool { return n.pool }

// In reports whether the worker's events are of that schedule. n may be nil. Anyone.
func (n *Notes) In(s *Schedule) bool { return n != nil && n.pool.Schedule == s }

// Event counts an event of that kind. In a pool that follows a recording it returns what was taken
// of it.
func (n *Notes) Event(k Kind) (Place, []*Take) {
	s := &n.now
	s.events++
	p := n.here(s.events)
	if s.beyond() {
		return p, nil
	}
	if k == Range {
		n.loopBegins(p)
	}
	if len(s.spots) == 0 || s.spots[0].event > s.events {
		return p, nil
	}
	next := s.spots[0]
	s.spots = s.spots[1:]
	if s.loose && next.takes[0].Kind != k {
		n.pool.play.void([]*spot{next})
		return p, nil
	}
	return p, n.pool.play.fits(next.takes, k)
}

// here names an event of the present take.
func (n *Notes) here(event int64) Place {
	if n.now.take == nil {
		return Place{n.number, 0, event}
	}
	return Place{n.number, n.now.take.Number, event}
}

// Took is called with what a thief takes and where that comes from; take does it, and reports
// whether it could. In a pool that is recorded nothing is filled meanwhile, so that what take reads
// fits.
func (n *Notes) Took(take func() bool) bool {
	if r := n.pool.rec; r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	return take()
}

// Begin begins the worker's next take, until End. n may be nil.
func (n *Notes) Begin(t Take) {
	if n == nil {
		return
	}
	n.around = append(n.around, n.now)
	n.now = n.open(t, true)
}

// open begins the worker's next take.
func (n *Notes) open(t Take, whole bool) Running {
	t.Worker, t.events = n.number, -1
	if n.pool.rec != nil {
		n.takes++
		t.Number = n.takes
		n.pool.rec.begins(&t, whole)
		return Running{take: &t}
	}
	own := n.pool.play.begins(n, &t, whole)
	return Running{take: own, spots: own.spots}
}

// More notes that the worker adds a range to its own part of a loop. It returns where others take from
// that, and what they do.
func (n *Notes) More(t Take) (Place, []*Take) {
	s := n.open(t, false)
	return s.fill()
}

// Filled returns where thieves take from the range that the worker has begun to run, and what they do.
func (n *Notes) Filled() (p Place, takes []*Take) {
	if p, takes = n.now.fill(); len(takes) > 0 {
		n.now.spots = n.now.spots[1:]
	}
	return p, takes
}

// fill returns the range of a take as a place (P3), and what was taken of it.
func (s *Running) fill() (Place, []*Take) {
	p := Place{s.take.Worker, s.take.Number, 0}
	if len(s.spots) > 0 && s.spots[0].event == 0 {
		return p, s.spots[0].takes
	}
	return p, nil
}

// Left notes that the worker's guest has left. n may be nil.
func (n *Notes) Left() {
	if n != nil && n.pool.play != nil {
		n.pool.play.left(n)
	}
}

// End ends the present take, and goes on with the one around it. cut says that it did not come to
// its end: by a panic of its own; excused, that others may have stopped it, at a time that no
// recording has. n may be nil.
func (n *Notes) End(cut, excused bool) {
	if n == nil {
		return
	}
	s := n.now
	last := len(n.around) - 1
	n.now, n.around[last] = n.around[last], Running{}
	n.around = n.around[:last]
	excused = excused || s.loose
	if n.pool.rec != nil {
		s.take.events, s.take.cut, s.take.stopped = s.events, cut, excused
		n.pool.rec.ends(s.take)
	} else {
		n.pool.play.ends(n, s, cut, excused)
	}
	if s.take.Kind == Call && s.take.From.outside() {
		n.pool.outsideEnds(s.take.From)
	}
}

// Void notes that these takes do not come, since others have stopped what they were taken of.
func (n *Notes) Void(takes []*Take) {
	if n.pool.play != nil {
		n.pool.play.void([]*spot{{takes: takes}})
	}
}

// Diverge reports that t cannot be taken as the recording says, and why.
func (n *Notes) Diverge(t *Take, why string) { n.pool.play.diverge(t, why) }
