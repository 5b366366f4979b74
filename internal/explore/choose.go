package explore

import "fmt"

// decide chooses the thread that goes on: a fresh one, else the one that makes the next step. A
// thread that is chosen to die makes no step of its own: another one is chosen after it.
func (r *runner) decide() *thread {
	t := r.choose()
	for t != nil && t.pending.kind == die {
		r.bury(t)
		t = r.choose()
	}
	return t
}

func (r *runner) choose() *thread {
	if n := len(r.fresh); n > 0 {
		t := r.fresh[n-1]
		r.fresh = r.fresh[:n-1]
		return t
	}
	enabled := r.enabled()
	if enabled == 0 {
		return nil
	}
	if len(r.schedule) >= r.MaxSteps {
		r.fail(fmt.Errorf("%w: %d steps and no end", ErrLivelock, len(r.schedule)))
		return nil
	}
	id := -1
	if r.fair() {
		id = enabled.next(r.prev)
	} else if id = r.search.pick(enabled); id < 0 {
		return nil
	}
	return r.grant(id, enabled)
}

// fair reports whether the run is so long that it goes on without choices.
func (r *runner) fair() bool { return len(r.schedule) >= r.MaxSteps/2 }

// enabled returns the threads that can make a step. If none can, it ends the run.
func (r *runner) enabled() set {
	var can, spin set
	alive := false
	for _, t := range r.threads {
		if t.gone() {
			continue
		}
		alive = true
		if r.can(t) {
			can |= only(t.id)
		} else if t.pending.kind == Yield {
			spin |= only(t.id)
		}
	}
	if can != 0 || !alive {
		return can
	}
	if s := r.resumable(); s != 0 || r.ending == failed {
		return s
	}
	if spin == 0 {
		r.stuck()
		return 0
	}
	if r.idle++; r.idle > maxIdle {
		r.fail(fmt.Errorf("%w: all that is left spins\n%s", ErrLivelock, r.who()))
		return 0
	}
	for _, t := range r.threads {
		t.waking = t.waking || spin.has(t.id)
	}
	return spin
}

func (r *runner) can(t *thread) bool {
	switch t.pending.kind {
	case Lock:
		return !t.pending.obj.held
	case Park:
		return t.pending.obj.permit
	case stop:
		return false
	case Yield:
		return t.waking || t.free < r.FreeYields || r.writes-t.wrote > t.seen
	}
	return true
}

// stuck ends a run in which everybody left is blocked.
func (r *runner) stuck() {
	r.ending = blocked
	for _, t := range r.threads {
		if !t.gone() && (t.must || !r.x.mayBlock()) {
			r.fail(fmt.Errorf("%w\n%s", ErrDeadlock, r.who()))
			return
		}
	}
}

// grant lets the thread make its pending step.
func (r *runner) grant(id int, enabled set) *thread {
	t := r.threads[id]
	if id != r.prev && enabled.has(r.prev) && r.threads[r.prev].pending.kind != Yield {
		r.preempts++
	}
	r.prev = id
	r.schedule = append(r.schedule, uint8(id))
	t.current, t.lastStep, t.failed = len(r.schedule), len(r.schedule), false
	r.model(t)
	if r.logging {
		r.note(t)
	}
	return t
}
