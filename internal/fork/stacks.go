package fork

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/crew"
)

// Stacks are the stacks of one worker, one for each task type. Thieves go through the list.
//
//	T1  The list is the owner's to change. A list that thieves may have is never written to:
//	    a longer one, or an empty one, replaces it.
type Stacks struct {
	worker *crew.Worker
	list   atomic.Pointer[[]*Stack]

	// The owner's: how many answers may let the request stand, for the next fork. While tasks are
	// long, or nothing is known of them, that is as many as there are workers; none if the last
	// that was stolen was short.
	repeats int
	begun   time.Duration // when it began what it has stolen
}

// New returns the stacks of a new worker.
func New(w *crew.Worker) *Stacks {
	s := &Stacks{worker: w}
	s.learn(false)
	// ORDER: before the worker is on the roster; after that only the owner changes the list.
	s.list.Store(new([]*Stack))
	return s
}

// Of returns w's stacks.
func Of(w *crew.Worker) *Stacks { return w.Kinds[crew.Forks].(*Stacks) }

// all returns the stacks as they are now.
func (c *Stacks) all() []*Stack { return *c.list.Load() }

// BodyOf returns the typed part of w's stack for the task type key, or nil.
func BodyOf(w *crew.Worker, key any) Body {
	for _, s := range Of(w).all() {
		if s.key == key {
			return s.body
		}
	}
	return nil
}

// learn notes whether a task was short that this worker stole, or that a thief had of it.
func (c *Stacks) learn(short bool) {
	c.repeats = 0
	if !short {
		c.repeats = c.worker.Crew.Workers()
	}
}

// Waiting counts the public frames.
func (c *Stacks) Waiting() (n int, anyone bool) {
	for _, s := range c.all() {
		n += int(s.age.public())
	}
	return n, true
}

// maxStacks is how many stacks a worker keeps when idle: arbitrary.
const maxStacks = 16

// Tidy drops what dead frames hold, and the stacks if they are many. The gates stay
// shut, so the first fork of the next task looks around.
func (c *Stacks) Tidy() {
	stacks := c.all()
	c.learn(false)
	for _, s := range stacks {
		s.Gate.ask()
		s.demand.Anew()
		s.watch.Forget()
		if s.used {
			s.used = false
			s.body.Clear()
		}
	}
	if len(stacks) > maxStacks {
		// ORDER: all of them are empty; a thief that still has the old list finds nothing.
		c.list.Store(new([]*Stack))
	}
}

// Check says which stack is not as it was made although no call is inside: for verify/quiet.
func (c *Stacks) Check() error {
	for _, s := range c.all() {
		if split, top := s.age.load(); split != 0 || top != 0 || s.split != 0 || s.base != 0 {
			return fmt.Errorf("stack left at split %d (mirror %d), top %d, base %d", split, s.split, top, s.base)
		}
		if slot := s.body.Slot(0); slot.Slow != 0 || slot.state.Load() != crew.Pending || slot.left != nil {
			return fmt.Errorf("frame 0 left slow %d, state %d", slot.Slow, slot.state.Load())
		}
	}
	return nil
}
