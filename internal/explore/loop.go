package explore

import (
	"runtime"
	"unsafe"
)

// drive makes runs until the search is over.
func (r *runner) drive() {
	if raceEngine { // one thread runs at a time anyway: half the time per step
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	active = r
	r.begin()
	over := make(chan struct{})
	go r.loop(over)
	<-over
	active = nil
	r.engine.close()
}

// loop is the trampoline: it resumes the next thread until there is none, finishes
// the run, and begins another. A Goexit may come out of a coroutine or a check
// and end its goroutine; another one goes on, since all state is in r.
func (r *runner) loop(over chan struct{}) {
	done := false
	defer func() {
		if done {
			close(over)
			return
		}
		go r.loop(over)
	}()
	for {
		r.cur = nil
		for r.next != nil {
			t := r.next
			r.next = nil
			r.resume(t)
		}
		if !r.finish() {
			break
		}
		r.begin()
	}
	done = true
}

// kill unwinds the threads that are left, one after the other, with Goexit: the
// code under test may recover panics, but cannot recover that.
func (r *runner) kill() {
	r.killing = true
	for _, t := range r.threads {
		t.dying, t.die = true, true
		for !t.done {
			r.resume(t)
		}
	}
	r.cur, r.next, r.killing = nil, nil, false
	r.engine.seeAll()
}

// maxUnwound is how many operations the deferred functions of a thread may do
// while it is unwound.
const maxUnwound = 1000

// doomed does an operation of a thread that is being unwound, and reports
// whether it would wait or go wrong: then the thread unwinds further.
func (r *runner) doomed(t *thread, k Kind, p unsafe.Pointer) bool {
	if t.unwound++; t.unwound > maxUnwound || k == Yield {
		return true
	}
	o := r.objs.find(p)
	if k == Lock && o.held || k == Park && !o.permit || k == Unpark && o.permit {
		return true
	}
	switch k {
	case Lock, Unlock:
		o.held = k == Lock
	case Park, Unpark:
		o.permit = k == Unpark
	}
	return false
}

// inspect is an operation of a check: no other thread is left to wait for.
func (r *runner) inspect(k Kind, p unsafe.Pointer) {
	if k < Lock || k == Yield {
		return
	}
	o := r.objs.find(p)
	if k == Lock && o.held || k == Park && !o.permit {
		panic("explore: a check would wait for ever at a " + k.String())
	}
	switch k {
	case Lock, Unlock:
		o.held = k == Lock
	case Park, Unpark:
		o.permit = k == Unpark
	}
}
