package fork

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/watch"
)

// Stack is one worker's stack of forked tasks of one type. Of its frames
// [0, top) are stolen, [top, split) public and claimed by thieves that move top,
// and those from split on private: their owner uses them with plain loads and
// stores. doc.go has the protocol. The methods whose comments say so are anyone's; all others are the
// owner's.
//
// Invariants, between the owner's calls:
//
//	I1  age = split<<32 | top, and the field split mirrors its upper half; but if age is stale, its two
//	    halves are the same, and not below the field split: nothing is public.
//	I2  top <= split; top moves up by claims only, and down when all from there on is done.
//	I3  Frame j is marked public exactly if j < split or it is stolen and not joined.
//	I4  Gate is Shut, or split if nothing need stay public, or split+1; or what those who watch
//	    want, if that is more.
//	I5  Frames below base belong to callers that will look at them again.
//	I6  A frame is pending but from its claim on: its owner may make it parked, its thief
//	    makes it done, once, and the owner pending again before it becomes private.
type Stack struct {
	Gate   Gate
	urgent atomic.Bool // the request is not of a thief's look: a worker goes to sleep, a run ends, or whatever asks all owners
	_      pad.Line

	split  uint32
	base   uint32
	stale  bool // age has not followed split; renew lets it
	used   bool // there was a fork since Tidy, which shuts the gate: so the first is slow and sets this
	demand demand
	depth  uint32      // in exact builds (internal/invariant): where a fork or a call may begin; else 0
	watch  watch.Forks // what watchers know of the forks
	Asides Asides      // of race builds (internal/pieces); or nil
	body   Body
	worker *crew.Worker
	stacks *Stacks // the worker's
	key    any     // the task type
	_      pad.Line

	age age
	_   pad.Line
}

// NewStack gives w a stack for the task type that key stands for.
func NewStack(w *crew.Worker, key any, body Body) *Stack {
	c := Of(w)
	s := &Stack{Gate: Gate(crew.Shut), body: body, worker: w, stacks: c, key: key, demand: demand{Demand: policy.DemandOf(w.Crew.Config.Keep)}}
	s.demand.Anew()
	s.watch.Init()
	list := append(slices.Clip(c.all()), s)
	c.list.Store(&list) // ORDER: the list is complete before thieves see it, and is never changed (T1)
	return s
}

// Worker returns the stack's owner. Anyone.
func (s *Stack) Worker() *crew.Worker { return s.worker }

// Base returns the frame from which on a new call may use the stack.
func (s *Stack) Base() uint32 { return s.base }

// A Mark is what Enter has changed.
type Mark struct {
	base  uint32
	typed bool
}

// Enter makes i the base: what runs next, on any stack of the worker, may use
// frames from i on. It returns what Exit restores. Exit is called deferred, and so also when a
// panic passes.
func (s *Stack) Enter(i uint32) Mark {
	m := s.EnterTyped(i)
	s.worker.Typed = false
	return m
}

// EnterTyped is Enter for a function that may fork at frame i itself, as the Func's body
// does in whose frame it is called.
func (s *Stack) EnterTyped(i uint32) Mark {
	if invariant.Exact {
		if i != s.depth && !s.worker.Job.Cancelled() {
			panic(callElsewhere)
		}
		s.depth = i
	}
	s.checkBase(i)
	m := Mark{s.base, s.worker.Typed}
	s.base = i
	return m
}

// Exit restores what Enter returned.
func (s *Stack) Exit(m Mark) { s.base, s.worker.Typed = m.base, m.typed }

// Rebase makes i the base, for a call above all frames in use, and again after that call. If it did not
// return, tasks that were forked from i on do not begin any more, and Rebase waits for those that
// thieves have.
func (s *Stack) Rebase(i uint32, returned bool) {
	if s.base = i; !returned {
		s.reclaim(i)
	}
}

// opened is the gate's value when no thief asks.
func (s *Stack) opened() uint32 {
	if s.worker.Crew.Watch.Director != nil {
		return crew.Shut // each fork is a point (internal/direct)
	}
	gate := s.split
	if s.demand.keeps(s.worker) {
		gate++ // the first private fork looks whether something is public
	}
	return max(gate, s.watch.Gate(&s.worker.Watch))
}

// OffersBelow reports whether the oldest public frame is below i. Anyone.
func (s *Stack) OffersBelow(i uint32) bool {
	split, top := s.age.load()
	return top < min(split, i)
}
