package forecast

// forkState is what has become of a fork.
type forkState struct {
	taken  bool // by a thief
	done   bool
	waiter *player // its owner, if that waits
}

// fork pushes the fork at pc. It is slow if a thief has asked, or if something should stay
// public: as package internal/fork has it.
func (r *replay) fork(w *player) {
	i := len(w.stack)
	w.stack = append(w.stack, w.pc)
	switch {
	case r.processors == 1:
	case r.asked.has(w.id):
		r.look(w)
	case w.demand.Keeps() && i == w.split:
		r.keep(w)
	}
}

// look answers a request for the private forks, of which there must be some.
func (r *replay) look(w *player) {
	private := len(w.stack) - w.split
	if private == 0 || !r.asked.has(w.id) {
		return
	}
	r.asked.clear(w.id)
	if !r.wanted() {
		r.keep(w)
		return
	}
	w.demand.Answered()
	r.expose(w, int(exposes.Amount(uint32(private))))
}

// keep makes a fork public unasked if one should stay so and none is.
func (r *replay) keep(w *player) {
	if w.top == w.split && w.demand.Keeps() && r.processors > 1 {
		w.demand.Kept()
		r.expose(w, 1)
	}
}

// expose makes that many more forks public.
func (r *replay) expose(w *player, n int) {
	w.split += n
	w.owed += r.lat.Expose
	r.show(w)
	r.post(w)
}

// exposeAll makes all forks public, for a player that will not look for a while.
func (r *replay) exposeAll(w *player) {
	if n := len(w.stack) - w.split; n > 0 && r.processors > 1 {
		r.expose(w, n)
	}
}

// join ends the first branch of a fork, at the step branch. It reports whether w goes on:
// with the second branch, unless a thief has taken that, or after the join if the thief is
// done.
func (r *replay) join(w *player, branch *step) (goesOn bool) {
	i := len(w.stack) - 1
	f := &r.forks[branch.of]
	w.stack = w.stack[:i]
	if !f.taken {
		if w.split > i {
			w.split = i
			w.demand.Returned()
			r.show(w)
		}
		w.pc++
		return true
	}
	w.top, w.split = i, i
	w.pc = branch.to + 1
	if f.done {
		return true
	}
	f.waiter = w
	r.after(w, r.lat.Spin, joining)
	return false
}

// report ends a stolen fork, and hands the token over if its owner is parked.
func (r *replay) report(w *player) {
	f := &r.forks[r.steps[w.pc].of]
	f.done = true
	if f.waiter != nil {
		r.resume(w, f.waiter)
	}
}

// resume lets a player go on that waits for the end of what w has run.
func (r *replay) resume(w, waiter *player) {
	waiter.chain = w.chain
	if waiter.state == parked {
		w.tokenless = true
		r.after(waiter, r.between(r.lat.WokenLow, r.lat.WokenHigh), doing)
		return
	}
	r.after(waiter, r.lat.Report, doing)
}
