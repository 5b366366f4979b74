package forecast

import "math"

// How a searcher searches, as in package internal/sched.
const (
	searchRounds = 32
	askRounds    = 8
)

// none but players are victims: this target is the inboxes.
const inboxes = none

// sweep is how long a round of a search takes that finds nothing.
func (r *replay) sweep() float64 {
	return float64(len(r.players)-1)*r.lat.Look + r.lat.Yield
}

// works reports whether a thief could find anything.
func (r *replay) works() bool { return len(r.ring) > 0 || r.public.from(0, len(r.players)) != none }

// show notes whether thieves can take something of w, and sends a searcher there if so.
func (r *replay) show(w *player) {
	if r.public.put(w.id, w.offers()) {
		w.open = r.now
	}
	r.alert(w.id)
}

// offers reports whether thieves can take something of w.
func (w *player) offers() bool { return w.top < w.split || w.tasks.len() > 0 || w.part.offers() }

// alert sends the searcher that comes by first to that player, if there is something.
// Searchers that find nothing are anywhere on their way round, so of m of them the first
// comes after a random time, the least of m.
func (r *replay) alert(target int) {
	m := len(r.idle)
	if m == 0 || target == inboxes && len(r.ring) == 0 || target != inboxes && !r.public.has(target) {
		return
	}
	w := r.players[r.idle[r.random.IntN(m)]]
	r.idle = drop(r.idle, w.id)
	w.target = target
	r.after(w, r.sweep()*(1-math.Pow(1-r.random.Float64(), 1/float64(m))), arrives)
}

// beginSearch lets w look around, as a searcher with a token.
func (r *replay) beginSearch(w *player) {
	w.turns, w.since = 0, r.now
	r.round(w)
}

// round is a round of w's search, which finds what is there now or will find what comes:
// then r.alert sends w there.
func (r *replay) round(w *player) {
	asks := w.turns%askRounds == 0
	n := len(r.players)
	first := r.random.IntN(n)
	victim, before := r.public.round(first, n)
	r.ask(first, before, asks)
	if victim != none {
		w.target = victim
		r.after(w, float64(before+1)*r.lat.Look, arrives)
		return
	}
	if len(r.ring) > 0 {
		w.target = inboxes
		r.after(w, r.sweep(), arrives)
		return
	}
	r.idle = append(r.idle, w.id)
	turns := askRounds - w.turns%askRounds
	if w.turns >= searchRounds {
		turns = 1 // the search of a worker that has announced to sleep
	}
	w.turns += turns
	r.after(w, float64(turns)*r.sweep(), searches)
}

// ask requests work of n players from that one on, as a searcher does on its way: of loops
// always, of forks if asks says so.
func (r *replay) ask(first, n int, asks bool) {
	all := len(r.players)
	for _, part := range [2][3]int{{first, min(first+n, all), 0}, {0, first + n - all, all - first}} {
		lo, hi, before := part[0], part[1], part[2]
		if asks {
			r.asked.fill(lo, hi)
		}
		for at := r.hungry.from(lo, hi); at != none; at = r.hungry.from(at+1, hi) {
			r.askLoop(r.players[at], float64(before+at-lo)*r.lat.Look)
		}
	}
}

// askAll requests work of every player.
func (r *replay) askAll() { r.ask(0, len(r.players), true) }

// searchOn goes on with a search that found nothing so far, or ends it.
func (r *replay) searchOn(w *player) {
	r.idle = drop(r.idle, w.id)
	if w.turns <= searchRounds {
		r.round(w)
		return
	}
	r.searching--
	r.free++
	r.tidy(w)
	r.lieDown(w)
}

// arrive takes something of the target, or searches on from there.
func (r *replay) arrive(w *player) {
	if w.target == inboxes {
		if r.takeInbox(w) {
			return
		}
	} else if v := r.players[w.target]; v != w && r.public.has(v.id) {
		r.steal(w, v)
		return
	}
	n := len(r.players)
	if victim, before := r.public.round((w.target+1+n)%n, n); victim != none && before < n-1 {
		w.target = victim
		r.after(w, float64(before+1)*r.lat.Look, arrives)
		return
	}
	w.turns++
	if w.turns > searchRounds {
		w.turns = searchRounds
	}
	r.round(w)
}

// steal takes of v, which has something: of its loop before a fork, unless the fork is
// older, and a fork before spawned tasks.
func (r *replay) steal(w, v *player) {
	w.owed += r.lat.Steal
	if v.open > w.since { // w has waited for this, not this for w
		w.chain = v.chain
	}
	switch {
	case v.part.offers() && !(v.part.maker && v.top < v.split):
		lo, hi := v.part.halve()
		r.found(w, v)
		w.kind, w.stack, w.top, w.split = share, w.stack[:0], 0, 0
		r.fill(w, v.part.loop, lo, hi)
	case v.top < v.split:
		at := v.stack[v.top]
		v.top++
		r.forks[at].taken = true
		r.found(w, v)
		r.begin(w, stolen, r.steps[at].to)
	default:
		first := r.takeTasks(w, v)
		r.found(w, v)
		r.begin(w, task, first)
	}
	r.alert(v.id)
}

// found ends a search, after w has taken something of v. The last searcher wakes the next
// one if there is more, or else asks for it: internal/sleep, EndSearch.
func (r *replay) found(w, v *player) {
	r.public.put(v.id, v.offers())
	if r.searching--; r.searching > 0 {
		return
	}
	if r.works() {
		r.wakeOne(w)
	} else if r.free > 0 {
		r.askAll()
	}
}
