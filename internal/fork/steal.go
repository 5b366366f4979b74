package fork

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/replay"
)

// Steal claims the oldest public frame of a stack. If the thief asks, each stack that it
// passes and that has nothing public is requested to give something. If many search, most look away.
func (c *Stacks) Steal(thief *crew.Worker, ask bool) (l crew.Loot, ok, again bool) {
	if thief.LooksAway() {
		return crew.Loot{}, false, false
	}
	for _, s := range c.all() {
		split, top := s.load()
		if top < split && thief.Refrains(int(split-top)) {
			continue
		}
		frame, ok, raced := s.claim(split, top)
		if ok {
			return crew.Loot{Work: s, Lo: int(frame), Hi: int(frame) + 1, More: true}, true, false
		}
		if ask && !raced {
			s.ask()
		}
		again = thief.Passed(raced) || again
	}
	return crew.Loot{}, false, again
}

// claim tries to take the oldest public frame of a stack whose age was just seen. Any worker but the owner.
func (s *Stack) claim(split, top uint32) (frame uint32, ok, raced bool) {
	if top >= split {
		return 0, false, false
	}
	if !s.cas(split, top, split, top+1) {
		return 0, false, true
	}
	if invariant.Enabled {
		s.checkClaimed(top)
	}
	return top, true, false
}

// Ask requests private frames of every stack, for a worker that goes to sleep, or in its place.
func (c *Stacks) Ask(bool) {
	for _, s := range c.all() {
		if !s.urgent.Load() {
			s.urgent.Store(true) // ORDER: before the gate: who sees that it is shut sees this
		}
		s.ask()
	}
}

// ask requests the owner's private work. It looks first: the line stays shared
// while many ask.
func (s *Stack) ask() {
	if atomic.LoadUint32(&s.Gate) != crew.Shut {
		// ORDER: after the announcement, before the last search (internal/sleep, falling asleep).
		atomic.StoreUint32(&s.Gate, crew.Shut)
	}
}

// Run runs a claimed frame, reports it done, and hands the token to the
// owner if it waits.
func (s *Stack) Run(w *crew.Worker, lo, _ int) {
	frame := uint32(lo)
	// The victim's words are read between the claim and the report: they do
	// not change while anything of it is stolen.
	slot, victim := s.body.Slot(frame), s.worker
	w.Adopt(victim.Job, "skua.fork")
	w.TellBegin(event.Stolen, s.ref(frame), w.Linked(victim), 0)
	normal, begun := false, now()
	var outer replay.Running
	if w.Notes != nil {
		outer = s.begin(w, frame)
	}
	defer func() {
		failure := w.Outcome(normal, recover())
		w.End() // before the report: nothing of the task runs after it
		if w.Notes != nil {
			w.Notes.End(outer, !normal, w.Stopped())
		}
		slot.took = since(begun)
		Of(w).learn(slot.took.short())
		w.TellEnd(event.Stolen, s.ref(frame), 0)
		slot.left = w.Leave(w.Weigh(failure))
		// ORDER: result, failure and views before done; the owner's CAS to parked is
		// on this word, so exactly one of us sees the other.
		was := slot.state.Swap(crew.Done)
		s.checkReported(was, false)
		if was == crew.Parked {
			w.Tokenless = !victim.Apart() // it goes with the wake-up
			victim.Parker.Unpark()
		}
		w.Outlive(failure)
	}()
	if w.SeesEnd() || w.Job.Cancelled() {
		panic(crew.Unwinding{Job: w.Job})
	}
	s.body.Exec(w, frame)
	normal = true
}
