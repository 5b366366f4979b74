package sched

// This file is the fork path of pools that carry forks through a deque instead
// of the typed stacks, for comparison: gates stay shut, so every fork is slow,
// stores its argument in its frame as always, and pushes a task that names the
// frame on the worker's deque. A frame is marked Public while its task is in
// the deque or with a thief, and split is one above the highest such frame.
//
// A worker's forks, of all types, lie in its deque in the order of their calls,
// and thieves take the oldest. So when a join pops, what is above its own task
// was left behind by a recovered panic; and when it finds the deque empty, its
// task was stolen. Tasks that were stolen by the batch lie below all own ones.

// offerThrough pushes the fork at frame i. If the deque is full the frame stays
// private, and its join is a plain call.
func (s *Stack) offerThrough(i uint32) {
	w, slot := s.worker, s.body.Slot(i)
	if w.job.Cancelled() {
		panic(abort{w.job})
	}
	if w.forks.Push(s.task(i)) {
		slot.Public = true
		s.split = i + 1
		w.pool.sleep.Post()
	}
}

// task returns the task that names frame i.
func (s *Stack) task(i uint32) *Task {
	for n := uint32(len(s.tasks)); n <= i; n++ {
		s.tasks = append(s.tasks, &Task{stack: s, frame: n})
	}
	return s.tasks[i]
}

// joinThrough is JoinSlow.
func (s *Stack) joinThrough(i uint32) (stolen bool) {
	slot := s.body.Slot(i)
	for t := pop(s.worker.forks); t != nil; t = pop(s.worker.forks) {
		t.stack.body.Slot(t.frame).Public = false
		if t == s.tasks[i] {
			s.split = i
			return false
		}
	}
	s.worker.await(&slot.state)
	failure := s.drop(slot)
	slot.Public = false
	s.split = i
	s.worker.raise(failure)
	return true
}

// reclaimThrough is reclaim.
func (s *Stack) reclaimThrough(base uint32) {
	if s.split <= base {
		return
	}
	for t := pop(s.worker.forks); t != nil; t = pop(s.worker.forks) {
		if !s.orphan(t, base) {
			s.worker.forks.Push(t) // there is room: it came from there
			break
		}
		t.stack.body.Slot(t.frame).Public = false
	}
	for j := base; j < s.split; j++ {
		if slot := s.body.Slot(j); slot.Public {
			s.worker.await(&slot.state)
			s.worker.lose(s.drop(slot))
			slot.Public = false
		}
	}
	s.split = base
}

// orphan reports whether nobody will join t any more, when frames of s from
// base on are dead.
func (s *Stack) orphan(t *Task, base uint32) bool {
	if t.stack.worker != s.worker {
		return false
	}
	if t.stack != s {
		base = t.stack.base
	}
	return t.frame >= base
}

// lookThrough is Look.
func (w *Worker) lookThrough() {
	if w.job.Cancelled() {
		panic(abort{w.job})
	}
	w.pollThrough()
}
