package forecast

// scopeState is a scope's tasks.
type scopeState struct {
	count  int     // that have not ended
	waiter *player // parked in gather, or nil
	inbox  ring
}

// batch is how many tasks change hands at once, at most, as in package internal/spawn.
const batch = 32

// spawn adds a task.
func (r *replay) spawn(w *player, s *step) {
	r.scopes[s.of].count++
	w.tasks.push(w.pc)
	w.pc = s.to + 1
	r.show(w)
	r.post(w)
}

// taskEnds ends a task that w runs while it waits for the task's scope.
func (r *replay) taskEnds(w *player, s *step) {
	r.countTask(w, s.of, false)
	last := len(w.back) - 1
	w.pc = w.back[last]
	w.back = w.back[:last]
}

// countTask counts a task as ended. The last one wakes the waiter: with the token of w, if
// w gives it, or else with one beyond the pool's number.
func (r *replay) countTask(w *player, scope int32, give bool) {
	s := &r.scopes[scope]
	if s.count--; s.count > 0 || s.waiter == nil {
		return
	}
	r.resume(w, s.waiter)
	s.waiter = nil
	if !give {
		w.tokenless = false
		r.free--
	}
}

// gather waits for a scope, and reports whether w goes on: at a task of the scope, or
// after the gather if all have ended.
func (r *replay) gather(w *player, g *step) (goesOn bool) {
	s := &r.scopes[g.of]
	if s.count == 0 {
		w.pc++
		return true
	}
	if w.tasks.len() == 0 && s.inbox.len() > 0 {
		r.unbox(w, g.of)
	}
	if n := w.tasks.len(); n > 0 && r.steps[w.tasks.steps[len(w.tasks.steps)-1]].of == g.of {
		w.back = append(w.back, w.pc)
		w.pc = w.tasks.youngest() + 1
		r.show(w)
		return true
	}
	r.exposeAll(w)
	s.waiter = w
	w.state = parked
	r.yieldToken(w)
	return false
}

// takeTasks moves the oldest task of v to a thief, and more to the thief's queue: half of
// what v has more.
func (r *replay) takeTasks(w, v *player) (first int32) {
	n := min(max(1, (v.tasks.len()-w.tasks.len()+1)/2), batch)
	first = v.tasks.oldest()
	for range n - 1 {
		w.tasks.push(v.tasks.oldest())
	}
	if n > 1 {
		r.show(w)
		r.post(w)
	}
	return first
}

// flush moves the tasks of w, which has no token for them, to their inboxes.
func (r *replay) flush(w *player) {
	for w.tasks.len() > 0 {
		at := w.tasks.youngest()
		of := r.steps[at].of
		s := &r.scopes[of]
		s.inbox.push(at)
		if s.inbox.len() == 1 {
			r.ring = append(r.ring, of)
		}
	}
	r.show(w)
	r.alert(inboxes)
	r.post(w)
}

// unbox moves half of a scope's inbox to w's queue.
func (r *replay) unbox(w *player, scope int32) {
	s := &r.scopes[scope]
	n := min((s.inbox.len()+1)/2, batch)
	for range n {
		w.tasks.push(s.inbox.oldest())
	}
	if s.inbox.len() == 0 {
		r.ring = dropScope(r.ring, scope)
	}
	r.show(w)
	if n > 1 {
		r.post(w)
	}
}

// takeInbox lets a searcher have tasks of the scope that has waited longest.
func (r *replay) takeInbox(w *player) bool {
	if len(r.ring) == 0 {
		return false
	}
	w.owed += r.lat.Steal
	r.unbox(w, r.ring[0])
	first := w.tasks.oldest()
	r.found(w, w)
	r.begin(w, task, first)
	r.alert(w.id)
	return true
}

// dropScope removes a scope from the list, which is in order.
func dropScope(list []int32, scope int32) []int32 {
	for i, s := range list {
		if s == scope {
			return append(list[:i], list[i+1:]...)
		}
	}
	return list
}
