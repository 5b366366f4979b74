package forecast

import "github.com/skua-go/skua/internal/indices"

// A part is one player's part of a loop: the indices [low, high) are open, [at, end) are the
// chunk that runs, and end is low.
type part struct {
	loop      int32 // the step, or none
	low, high int
	at, end   int
	from      int     // where the chunk began
	ran       int     // indices that are over, or will be with this chunk
	begun     float64 // when index at of the chunk began
	each      float64 // seconds of an index
	pace      indices.Pace
	maker     bool
	lazy      bool
	hidden    bool // from thieves
	quiet     bool // no player was woken for it yet
}

// offers reports whether thieves can take something of it.
func (p *part) offers() bool { return p.loop != none && !p.hidden && p.low < p.high }

// reserve takes the next chunk of w's part, or ends it.
func (r *replay) reserve(w *player) {
	p := &w.part
	if p.low == p.high {
		r.hungry.clear(w.id)
		r.partEnds(w)
		return
	}
	k := p.pace.Next(p.end-p.from, r.time())
	most := p.high - p.low
	if !p.hidden {
		most = max(most/2, min(most, k/4), 1)
	}
	p.at, p.from = p.low, p.low
	p.low += min(k, most)
	p.end = p.low
	p.ran += p.end - p.at
	if p.hidden && r.processors > 1 && p.pace.Elapsed().Seconds() > lazyTime {
		p.hidden = false
	}
	r.show(w)
	if p.quiet && !p.hidden {
		p.quiet = false
		if p.low < p.high {
			r.post(w)
		}
	}
	r.look(w)
	r.runChunk(w, r.lat.Reserve)
}

// runChunk plans the end of the chunk, which begins after so many seconds and what w owes.
func (r *replay) runChunk(w *player, after float64) {
	p := &w.part
	after += w.owed
	w.owed = 0
	p.begun = r.now + after
	r.after(w, after+float64(p.end-p.at)*p.each, looping)
	hungry := !p.hidden && p.low == p.high && p.end-p.at > 1 && p.each > 0
	if r.hungry.put(w.id, hungry); !hungry {
		return
	}
	// Searchers, and the loop's maker, come by and ask.
	if m := len(r.idle); m > 0 || r.loops[p.loop].lingering {
		r.askLoop(w, r.sweep()*r.random.Float64()/float64(m+1))
	}
}

// askLoop is a request, in so many seconds, for the rest of v's chunk. Its owner sees it at
// its next index, and gives back what comes after that one.
func (r *replay) askLoop(v *player, in float64) {
	p := &v.part
	r.hungry.clear(v.id)
	done := int(min(max(0, r.now+in-p.begun)/p.each, float64(p.end-p.at))) + 1
	if p.at+done >= p.end-1 {
		return // nothing but the last index is left by then
	}
	p.at += done
	p.begun += float64(done) * p.each
	r.after(v, p.begun-r.now, giving)
	if r.chains != nil {
		v.chain = r.chains.add(v.chain, r.steps[p.loop].site, float64(done)*p.each)
	}
}

// give puts the rest of the chunk back, but for the index at hand.
func (r *replay) give(w *player) {
	p := &w.part
	p.ran -= p.end - (p.at + 1)
	p.low, p.end = p.at+1, p.at+1
	r.show(w)
	r.offer(p)
	r.post(w)
	r.look(w)
	r.runChunk(w, 0)
}

// chunkEnds goes on to the next chunk.
func (r *replay) chunkEnds(w *player) {
	p := &w.part
	if n := p.end - p.at; n > 0 {
		w.chain = r.chains.add(w.chain, r.steps[p.loop].site, float64(n)*p.each)
	}
	p.at = p.end
	r.reserve(w)
}

// halve takes the upper half of what is open.
func (p *part) halve() (lo, hi int) {
	lo, hi = p.low+(p.high-p.low)/2, p.high
	p.high = lo
	return lo, hi
}

// fill opens w's part for what was stolen. Its first index is w's at once.
func (r *replay) fill(w *player, loop int32, lo, hi int) {
	s := &r.steps[loop]
	maker := r.loops[loop].maker == w
	w.part = part{
		loop: loop, low: lo + 1, high: hi, at: lo, end: lo + 1, from: lo, ran: 1,
		each: s.seconds / float64(s.n), maker: maker,
	}
	w.part.pace.Start(r.time())
	r.show(w)
	r.offer(&w.part)
	r.post(w)
	r.runChunk(w, 0)
}
