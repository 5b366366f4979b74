package sched

import "sync/atomic"

// loot is what a search brought: a claimed frame, a spawned task, or
// indices of a loop.
type loot struct {
	stack *Stack
	frame uint32
	task  *Task

	part   *Part
	lo, hi int
}

// claim tries to take the oldest public frame. Any worker but the owner.
func (s *Stack) claim() (frame uint32, ok, lost bool) {
	split, top := s.load()
	if top >= split {
		return 0, false, false
	}
	if !s.cas(split, top, split, top+1) {
		return 0, false, true
	}
	return top, true, false
}

// ask requests the owner's private work. It looks first: the line stays shared
// while many ask.
func (s *Stack) ask() {
	if atomic.LoadUint32(&s.Gate) != Shut {
		// ORDER: doc.go, asking: after the announcement, before the last search.
		atomic.StoreUint32(&s.Gate, Shut)
	}
}

// search looks once at everything: the others' stacks and queues, beginning
// where the policy says, and the injector. If it asks, every stack that has
// nothing public is requested to give something.
func (w *Worker) search(ask bool) (loot, bool) {
	for again := true; again; {
		again = false
		all := w.pool.all.places()
		first := w.pool.config.Victim.First(&w.memory, w.random.Next(), len(all), w.lengths)
		for k := range all {
			at := (first + k) % len(all)
			v := all[at].Load()
			if v == nil || v == w {
				continue
			}
			w.count.tried++
			l, ok, lost := w.rob(v, ask)
			if ok {
				w.memory.Found = at
				w.count.stole()
				return l, true
			}
			again = again || lost
		}
	}
	w.memory.Found = -1
	if t := w.injected(); t != nil {
		return loot{task: t}, true
	}
	return loot{}, false
}

// rob takes the oldest work of v: half of its outermost loop unless a frame is
// older, else a frame, else a task out of its deques.
func (w *Worker) rob(v *Worker, ask bool) (l loot, ok, lost bool) {
	p := v.outermost()
	if p != nil && !p.younger() {
		if l, ok = p.steal(); ok {
			return l, true, false
		}
	}
	lost = p != nil // whatever else is here, the loop is worth another look
	for _, s := range *v.stacks.Load() {
		frame, ok, raced := s.claim()
		if ok {
			return loot{stack: s, frame: frame}, true, false
		}
		if ask && !raced {
			s.ask()
		}
		lost = w.passed(raced) || lost
	}
	t, raced := w.stealFrom(v.queue)
	if t != nil {
		return loot{task: t}, true, false
	}
	return loot{}, false, w.passed(raced) || lost
}

// passed counts a claim that failed since another was faster.
func (w *Worker) passed(raced bool) bool {
	if raced {
		w.count.raced++
	}
	return raced
}

// runStolen runs a claimed frame, reports it done, and hands the token to the
// owner if it waits.
func (w *Worker) runStolen(s *Stack, frame uint32) {
	// The victim's words are read between the claim and the report: they do
	// not change while anything of it is stolen.
	slot, victim := s.body.Slot(frame), s.worker
	w.adopt(victim.job)
	normal := false
	defer func() {
		failure := w.outcome(normal, recover())
		w.endSegment() // before the report: nothing of the task runs after it
		slot.failure = w.weigh(failure)
		// ORDER: result and failure before done; the owner's CAS to parked is
		// on this word, so exactly one of us sees the other.
		if slot.state.Swap(done) == parked {
			w.tokenless = true // it goes with the wake-up
			victim.parker.Unpark()
		}
		w.outlive(failure)
	}()
	if w.heed() || w.job.Cancelled() {
		panic(abort{w.job})
	}
	s.body.Exec(w, frame)
	normal = true
}
