package forecast

// tokens is the state of internal/sleep.
type tokens struct {
	free, searching int
	starved         bool
	sleepers        playerSet
	living          int // residents
}

// enough is how many residents beyond the processors fall asleep; more end: internal/sched.
const enough = 16

// wanted reports whether work made public now would be taken.
func (r *replay) wanted() bool { return r.searching > 0 || r.free > 0 }

// post is called after w has made something public.
func (r *replay) post(w *player) { r.wakeOne(w) }

// wakeOne wakes a player if a token is free and nobody searches already.
func (r *replay) wakeOne(by *player) {
	switch {
	case r.searching > 0:
	case r.free <= 0:
		r.starved = true
	default:
		r.free--
		r.searching++
		by.owed += r.lat.Wake
		r.wake(by)
	}
}

// wake gives a token and a search to a sleeper, or to a new resident.
func (r *replay) wake(by *player) {
	id := r.sleepers.from(0, len(r.players))
	switch {
	case id != none:
		r.sleepers.clear(id)
	case r.living == r.rules.Residents:
		r.free++
		r.searching--
		r.starved = true
		return
	case len(r.spare) > 0:
		id = r.spare[len(r.spare)-1]
		r.spare = r.spare[:len(r.spare)-1]
		r.living++
	default:
		id = r.hire().id
		r.living++
	}
	w := r.players[id]
	w.chain = by.chain
	r.after(w, r.between(r.lat.WokenLow, r.lat.WokenHigh), waking)
}

// yieldToken gives the token of w back: to a sleeper, if work is public that was posted
// while nobody could be woken.
func (r *replay) yieldToken(w *player) {
	if r.starved && r.searching == 0 && r.free >= 0 {
		r.starved = false
		if r.works() {
			r.searching++
			r.wake(w)
			return
		}
	}
	if r.free++; r.free == 1 && r.searching == 0 {
		r.askAll()
	}
}

// payDebt takes the token of w away if more are held than there are.
func (r *replay) payDebt(w *player) bool {
	if r.free >= 0 {
		return false
	}
	r.free++
	w.tokenless = true
	return true
}

// rest waits for a token, after that of w went away.
func (r *replay) rest(w *player) {
	r.tidy(w)
	if r.free > 0 && r.living <= r.processors+enough {
		r.free--
		r.searching++
		r.starved = false
		w.tokenless = false
		r.beginSearch(w)
		return
	}
	r.lieDown(w)
}

// lieDown ends the search of w, which has no token.
func (r *replay) lieDown(w *player) {
	w.tokenless = false
	w.state = asleep
	if r.living > r.processors+enough {
		r.living--
		r.spare = append(r.spare, w.id)
		return
	}
	r.sleepers.set(w.id)
}

// tidy shuts the gate of a player without work.
func (r *replay) tidy(w *player) {
	r.asked.set(w.id)
	w.demand.Anew()
}
