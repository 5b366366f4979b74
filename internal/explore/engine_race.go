//go:build race

package explore

import (
	"runtime"
	"unsafe"
)

// The race engine: every thread is a goroutine, and the trampoline decides. The
// hand-over is hidden from the race detector, so the only order it knows of is
// the program's own: that of its atomics, locks, permits and go statements. It
// sees every plain access of every run. All that a thread itself does here is
// hidden too (go:norace); the runner's state is the trampoline's alone.

const raceEngine = true

func raceErrors() int { return runtime.RaceErrors() }

func raceRelease(p *byte) { runtime.RaceRelease(unsafe.Pointer(p)) }
func raceAcquire(p *byte) { runtime.RaceAcquire(unsafe.Pointer(p)) }

type engine struct {
	out   chan struct{} // the running thread has posted something
	sync  byte          // released by all threads, acquired for checks
	races int
}

// engineThread is what passes between the thread and the trampoline.
type engineThread struct {
	wake  chan struct{}
	post  message
	child *thread
}

// message is what a thread wants: a step, a new thread, or its end.
type message struct {
	kind  Kind
	ptr   unsafe.Pointer
	start func()
	must  bool
	exit  bool
	pc    []uintptr
}

func (e *engine) close() {}

// seeAll orders all that the threads have done before what comes.
func (e *engine) seeAll() { runtime.RaceAcquire(unsafe.Pointer(&e.sync)) }

// resume lets the thread run until it wants something, and gives it that.
func (r *runner) resume(t *thread) {
	if t.wake == nil {
		r.equip(t)
		go t.main(r)
	}
	r.cur = t
	runtime.RaceDisable()
	t.wake <- struct{}{}
	<-r.engine.out
	runtime.RaceEnable()
	r.cur = nil
	r.handle(t)
}

func (r *runner) equip(t *thread) {
	if r.engine.out == nil {
		r.engine.out = make(chan struct{})
		r.engine.races = raceErrors()
	}
	t.wake = make(chan struct{})
}

//go:norace
func (r *runner) handle(t *thread) {
	m := t.post
	t.post = message{}
	t.pc = m.pc
	switch {
	case m.exit:
		r.next = r.exit(t)
	case m.start != nil:
		if t.child = r.spawn(t, m.start, m.must); t.child != nil {
			r.equip(t.child)
		}
		t.die = false
		r.next = t
	case t.dying:
		t.die = r.doomed(t, m.kind, m.ptr)
	default:
		r.next = r.point(t, m.kind, m.ptr)
	}
}

// main is the thread's goroutine.
//
//go:norace
func (t *thread) main(r *runner) {
	defer t.leave(r)
	t.await(r)
	if !t.die {
		t.body()
	}
}

//go:norace
func (t *thread) leave(r *runner) {
	t.post = message{exit: true}
	runtime.RaceReleaseMerge(unsafe.Pointer(&r.engine.sync))
	runtime.RaceDisable()
	r.engine.out <- struct{}{}
	runtime.RaceEnable()
}

// await waits for the thread's turn.
//
//go:norace
func (t *thread) await(r *runner) {
	runtime.RaceDisable()
	<-t.wake
	runtime.RaceEnable()
	if t.dying {
		runtime.RaceAcquire(unsafe.Pointer(&r.engine.sync))
	}
}

// ask posts m and waits for the thread's turn.
//
//go:norace
func (t *thread) ask(r *runner, m message) {
	t.post = m
	runtime.RaceReleaseMerge(unsafe.Pointer(&r.engine.sync))
	runtime.RaceDisable()
	r.engine.out <- struct{}{}
	runtime.RaceEnable()
	t.await(r)
}

//go:norace
func (r *runner) access(k Kind, p unsafe.Pointer) {
	t := r.cur
	m := message{kind: k, ptr: p}
	if r.logging {
		m.pc = callers(nil)
	}
	t.ask(r, m)
	if t.die {
		runtime.Goexit()
	}
}

//go:norace
func (r *runner) start(f func(), must bool) {
	t := r.cur
	t.ask(r, message{start: f, must: must})
	if c := t.child; c != nil {
		t.child = nil
		go c.main(r)
	}
}
