package fork

import (
	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/watch"
)

// Steal claims the oldest public frame of a stack. If the thief asks, each stack that it
// passes and that has nothing public is requested to give something. If many search, most look away.
func (c *Stacks) Steal(thief *crew.Worker, ask bool) (l crew.Loot, ok, again bool) {
	if thief.Crowd.LooksAway(&thief.Random) {
		return crew.Loot{}, false, false
	}
	for _, s := range c.all() {
		split, top := s.age.load()
		if top < split && thief.Crowd.Refrains(int(split-top), &thief.Random) {
			continue
		}
		frame, ok, raced := s.age.claim(split, top)
		if ok {
			return crew.Loot{Work: (*stolen)(s), Lo: int(frame), Hi: int(frame) + 1, More: true}, true, false
		}
		if ask && !raced {
			s.Gate.ask()
		}
		again = thief.Passed(raced) || again
	}
	return crew.Loot{}, false, again
}

// Ask requests private frames of every stack, for a worker that goes to sleep, or for another reason to ask
// all owners (crew.Crew.Ask, and a cancellation).
func (c *Stacks) Ask(bool) {
	for _, s := range c.all() {
		if !s.urgent.Load() {
			s.urgent.Store(true) // ORDER: before the gate: who sees that it is shut sees this
		}
		s.Gate.ask()
	}
}

// stolen is a stack of which a thief has claimed a frame.
type stolen Stack

// Whose returns whose the frame is.
func (s *stolen) Whose() (*crew.Job, string) { return s.worker.Job, "skua.fork" }

// Begin notes that a claimed frame begins.
func (s *stolen) Begin(w *crew.Worker, lo, _ int) {
	s.watch.Begin(&w.Watch, &s.worker.Watch, uint32(lo))
	Of(w).begun = clock.Now()
}

// Run runs a claimed frame.
func (s *stolen) Run(w *crew.Worker, lo, _ int) {
	w.SeesEnd()
	w.Check()
	s.body.Exec(w, uint32(lo))
}

// Finish does nothing: a frame is one task, and the owner learns of its failure at the join.
func (s *stolen) Finish(_ *crew.Worker, f *crew.Failure) *crew.Failure { return f }

// Report reports a frame done.
func (s *stolen) Report(w *crew.Worker, lo int, f *crew.Failure) (parked *crew.Worker) {
	c, frame, victim := Of(w), uint32(lo), s.worker
	slot := s.body.Slot(frame)
	slot.took = since(c.begun)
	c.learn(slot.took.short())
	w.Watch.Notes.End(f != nil, w.Stopped())
	w.Watch.Line.End(watch.Stolen, s.watch.Ref(frame), 0)
	slot.left = w.Leave(w.Weigh(f))
	// ORDER: result, failure and views before done; the owner's CAS to parked is
	// on this word, so exactly one of us sees the other.
	was := slot.state.Swap(crew.Done)
	checkReported(was, false)
	if was == crew.Parked {
		return victim
	}
	return nil
}
