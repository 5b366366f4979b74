package fork

import (
	"fmt"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/watch"
)

// JoinSlow ends the fork at the public frame i. It reports whether a thief ran
// the task; then the result is in the frame, or the task's failure goes on in
// the caller, after the task's views were merged. Otherwise the task is the caller's again.
func (s *Stack) JoinSlow(i uint32) (stolen bool) {
	s.owned()
	s.checkBase(i)
	if s.split > i+1 {
		s.misused(i, fmt.Sprintf(joinEarly, s.split-i-1))
	}
	s.worker.Watch.Point(watch.AtJoin)
	if s.retake(i) {
		return false
	}
	(*watched)(s).tell(watch.Await, i)
	left := s.take(s.body.Slot(i))
	s.settle(i)
	s.check()
	(*watched)(s).tell(watch.Joined, i)
	s.worker.Inherit(left)
	return true
}

// retake makes the public frame i private again unless a thief has it.
func (s *Stack) retake(i uint32) (ours bool) {
	for {
		split, top := s.age.load()
		if top > i {
			return false
		}
		if s.age.cas(split, top, i, top) {
			s.demand.returned()
			s.lower(i)
			s.check()
			return true
		}
	}
}

// reclaim takes back every frame from base on: those not stolen vanish, those
// stolen are waited for and their results, failures and views dropped.
func (s *Stack) reclaim(base uint32) {
	s.checkBase(base)
	s.depth = min(s.depth, base)
	if s.Asides != nil {
		s.Asides.Drop(base)
	}
	(*watched)(s).lose(base)
	s.renew()
	if s.split <= base {
		return
	}
	top := s.age.move(base) // frozen: no thief can claim any more, whatever is left
	s.lower(max(top, base))
	if top <= base {
		return
	}
	for j := base; j < top; j++ {
		if left := s.take(s.body.Slot(j)); left != nil {
			s.worker.Lose(left.Failure)
		}
	}
	s.settle(base)
	s.renew()
	s.check()
}

// take waits for a stolen frame, makes its slot ready for the next fork and returns what the thief left.
// Most are done: so one CAS fetches the cache line from the thief's processor with the right to write,
// where a load and a store would fetch it twice.
func (s *Stack) take(slot *Slot) *crew.Left {
	// ORDER: before split falls below the frame, so the thief that claims it next finds it pending.
	if slot.state.CompareAndSwap(crew.Done, crew.Pending) {
		s.stacks.learn(slot.took.short())
		s.demand.stolen(false)
	} else {
		s.demand.await(s.worker, slot)
		checkReported(slot.state.Load(), true)
		slot.state.Store(crew.Pending) // ORDER: as above
	}
	left := slot.left
	slot.left = nil
	return left
}

// settle makes base the first private frame when all from there on are done. Thieves need not know: age has
// top == split, at a later frame, until renew. So a join of many stolen frames one after the other writes it
// once, and not each time to a line that thieves read.
func (s *Stack) settle(base uint32) {
	s.lower(base)
	s.stale = true
}

// renew lets age follow what settle has moved.
func (s *Stack) renew() {
	if s.stale {
		s.stale = false
		s.age.renew(s.split)
	}
}

// lower moves the owner's split down, and the gate with it unless it is shut.
func (s *Stack) lower(split uint32) {
	for j := split; j < s.split; j++ {
		s.body.Slot(j).Slow &^= public
	}
	s.split = split
	s.Gate.move(s.opened())
}

// Reclaim takes back, on every stack, the frames that no live caller will join.
func (c *Stacks) Reclaim() {
	for _, s := range c.all() {
		s.reclaim(s.base)
	}
}
