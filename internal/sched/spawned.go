package sched

import (
	"context"
)

// runSpawned runs a spawned task as a segment of its own.
func (w *Worker) runSpawned(t *Task) {
	w.adopt(t.scope.job)
	var failure *Failure
	defer func() { w.outlive(failure) }()
	defer func() {
		w.endSegment()
		w.tokenless = t.scope.end(w)
	}()
	defer func() { failure = w.report(t, recover()) }()
	w.body(t)
}

// runInline runs a task of the scope that w's goroutine waits for, above the
// live frames. It returns also when the task panics.
func (w *Worker) runInline(t *Task) {
	scopes := w.scopes
	w.scopes = nil
	defer func() {
		w.abandon()
		w.scopes = scopes
		w.Reclaim()
		t.scope.end(w)
	}()
	defer func() { w.report(t, recover()) }()
	w.body(t)
}

// body runs the task, and marks it as ended normally by taking its body away.
func (w *Worker) body(t *Task) {
	w.count.spawned.Add(1)
	if w.job.Cancelled() {
		panic(abort{w.job})
	}
	if err := t.scope.run(w, t.body); err != nil {
		t.scope.Fail(err, nil)
	}
	t.body = nil
}

// report tells the scope how the task failed, if it did.
func (w *Worker) report(t *Task, recovered any) *Failure {
	f := w.outcome(t.body == nil, recovered)
	switch {
	case f == nil:
	case f.Cancelled():
		t.scope.Fail(context.Cause(f.Value.(abort).job.Context), nil)
	default:
		t.scope.Fail(context.Canceled, f)
	}
	return f
}

// end ends one task. It reports whether w's token went to the maker with a
// wake-up.
func (s *Scope) end(w *Worker) (handed bool) {
	last, next := s.remove()
	if next != nil {
		s.launch(w, next)
	}
	// ORDER: the task's last act on s; after it the maker may return (I1, I2).
	handed = s.state.Add(-2) == 1 && s.state.CompareAndSwap(1, 0)
	if last {
		s.pool.dismiss()
	}
	if handed {
		s.waiter.parker.Unpark()
	}
	return handed
}

// Wait returns when every task of s has ended. w is the worker on whose
// goroutine the maker waits; it runs tasks of s that it finds, and no others.
func (s *Scope) Wait(w *Worker) {
	s.unlist()
	for {
		for t := s.find(w); t != nil; t = s.find(w) {
			w.runInline(t)
		}
		st := s.state.Load()
		if st == 0 {
			return
		}
		w.publish()
		s.waiter = w
		// ORDER: parked before the token goes. Who ends the last task, or puts
		// one in the inbox, sees the bit, or the count moved and we look again.
		if s.state.CompareAndSwap(st, st|1) {
			w.park()
		}
	}
}

// find removes a task of s that the maker may run: its own queue's youngest,
// else one from the inbox.
func (s *Scope) find(w *Worker) *Task {
	if w.queue.Len()+private(w.queue) > 0 {
		switch t := pop(w.queue); {
		case t == nil:
		case t.scope == s:
			return t
		default:
			w.queue.Push(t) // not ours to run inside this wait; there is room
		}
	}
	return s.pool.injector.takeFrom(s)
}

// unlist takes s off its home's list.
func (s *Scope) unlist() {
	if s.home == nil {
		return
	}
	for at := &s.home.scopes; *at != nil; at = &(*at).next {
		if *at == s {
			*at = s.next
			return
		}
	}
}

// abandon stops and waits for the scopes of this segment that nobody waited
// for.
func (w *Worker) abandon() {
	for w.scopes != nil {
		s := w.scopes
		s.Fail(context.Canceled, nil)
		s.Wait(w)
	}
}
