package forecast

// When a loop is worth to be seen: internal/loop/cost, Worth; a lazy one when it has run that long.
const (
	worthShowing = 40e-6
	lazyTime     = worthShowing
)

// lingerRounds is how often a maker looks for more of its loop, for as long as internal/loop lingers.
const lingerRounds = 256

// loopState is a loop that runs.
type loopState struct {
	left      int // indices that are not over
	maker     *player
	begun     float64
	lingering bool // the maker looks for more
}

// loop begins a loop on its maker. It reports that w is busy.
func (r *replay) loop(w *player, s *step) (busy bool) {
	if s.n == 0 {
		w.pc++
		r.strand(w, s.site, s.seconds)
		return true
	}
	p := &w.part
	*p = part{loop: w.pc, high: s.n, each: s.seconds / float64(s.n), maker: true, quiet: true}
	p.lazy = r.learns(s) && r.costs[s.site+1] > 0 && r.costs[s.site+1]*float64(s.n) <= worthShowing
	p.hidden = r.processors == 1 || p.lazy
	p.pace.Start(r.time())
	r.loops[w.pc] = loopState{left: s.n, maker: w, begun: r.now}
	r.reserve(w)
	return true
}

// learns reports whether it matters what loops at the site of s cost.
func (r *replay) learns(s *step) bool { return s.n > 1 && r.processors > 1 }

// note remembers what an index cost, as package internal/loop does.
func (r *replay) note(s *step, took float64) {
	if !r.learns(s) {
		return
	}
	cost, old := took/float64(s.n), r.costs[s.site+1]
	if old > 0 {
		cost = min(max(cost, old/2), 2*old)
	}
	r.costs[s.site+1] = cost
}

// offer sends the maker to a part of its loop, if it looks for more.
func (r *replay) offer(p *part) {
	if l := &r.loops[p.loop]; l.lingering && p.low < p.high {
		l.lingering = false
		r.after(l.maker, r.sweep()*r.random.Float64(), refills)
	}
}

// partEnds counts what w has run of the loop.
func (r *replay) partEnds(w *player) {
	p := &w.part
	l := &r.loops[p.loop]
	l.left -= p.ran
	p.ran = 0
	maker := p.maker
	r.show(w)
	if maker {
		r.refill(w)
		return
	}
	r.segmentEnds(w)
}

// shareEnds ends a thief's part, and lets the maker go on if that was the last.
func (r *replay) shareEnds(w *player) {
	l := &r.loops[w.part.loop]
	w.part.loop = none
	if l.left > 0 {
		return
	}
	switch l.maker.state {
	case lingers, refills, finishes, parked:
		l.lingering = false
		l.maker.part.loop = none
		r.note(&r.steps[l.maker.pc], r.now-l.begun)
		l.maker.pc++
		r.resume(w, l.maker)
	}
}

// refill looks for more of the loop that w has made: it steals, or lingers for a while.
func (r *replay) refill(w *player) {
	l := &r.loops[w.pc]
	if l.left == 0 {
		w.part.loop = none
		r.note(&r.steps[w.pc], r.now-l.begun)
		w.pc++
		seconds := w.owed
		w.owed = 0
		r.after(w, seconds, doing)
		return
	}
	n := len(r.players)
	for at := r.public.from(0, n); at != none; at = r.public.from(at+1, n) {
		if v := r.players[at]; v != w && v.part.loop == w.pc && v.part.offers() {
			lo, hi := v.part.halve()
			w.owed += float64(at+1) * r.lat.Look
			r.fill(w, w.pc, lo, hi)
			r.show(v)
			return
		}
	}
	for at := r.hungry.from(0, n); at != none; at = r.hungry.from(at+1, n) {
		if r.players[at].part.loop == w.pc {
			r.askLoop(r.players[at], float64(at)*r.lat.Look)
		}
	}
	l.lingering = true
	rounds := max(1, lingerRounds*32/max(32, n))
	r.after(w, float64(rounds)*float64(n)*r.lat.Look, lingers)
}

// awaitLoop ends that look. The maker waits for the end of its loop, as in a join.
func (r *replay) awaitLoop(w *player) {
	r.loops[w.pc].lingering = false
	r.exposeAll(w)
	r.after(w, r.lat.Spin, finishes)
}
