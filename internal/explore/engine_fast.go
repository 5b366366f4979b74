//go:build !race

package explore

import (
	"iter"
	"runtime"
	"sync"
	"unsafe"
)

// The fast engine: every thread is a coroutine, and all of them share one
// goroutine's turn. A thread that meets a step decides itself which one goes on, so
// that going on itself costs no switch. Coroutines serve one thread after
// another, run after run.

const raceEngine = false

func raceErrors() int { return 0 }

func raceRelease(*byte) {}
func raceAcquire(*byte) {}

type engine struct {
	idle  []*coro
	all   []*coro
	races int
}

// engineThread is a thread's coroutine. It has one from its start, as a goroutine
// has its descriptor, and leaves it at its end to those that start later.
type engineThread struct {
	co    *coro
	begun bool
}

func (e *engine) seeAll() {}

// close ends the coroutines; those that nest a Goexit end their caller too.
func (e *engine) close() {
	var wg sync.WaitGroup
	for _, c := range e.all {
		wg.Go(c.stop)
	}
	wg.Wait()
}

// coro is a coroutine that runs one thread after another.
type coro struct {
	r     *runner
	t     *thread
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	depth int
}

// maxDepth is how many Goexits a coroutine may have on its stack.
const maxDepth = 50

func (e *engine) coro(r *runner) *coro {
	if n := len(e.idle); n > 0 {
		c := e.idle[n-1]
		e.idle = e.idle[:n-1]
		return c
	}
	c := &coro{r: r}
	c.next, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		c.serve()
	})
	e.all = append(e.all, c)
	return c
}

func (c *coro) serve() {
	for c.turn() {
	}
}

// turn runs one thread and waits for the next one. A Goexit cannot be stopped,
// so the deferred function does not return after one: it serves the next
// threads on top of what is left of this one, up to maxDepth, and only then
// lets the Goexit have its coroutine and the trampoline's goroutine.
func (c *coro) turn() (more bool) {
	ended := false
	defer func() {
		if ended {
			return
		}
		c.end()
		if c.depth++; c.depth < maxDepth && c.yield(struct{}{}) {
			c.serve()
		}
	}()
	c.t.body()
	ended = true
	c.end()
	return c.yield(struct{}{})
}

func (c *coro) end() { c.r.next = c.r.exit(c.t) }

// resume lets the thread run until it hands over or ends.
func (r *runner) resume(t *thread) {
	if t.co == nil {
		t.co = r.engine.coro(r) // thread 0
	}
	if t.dying && !t.begun {
		t.done = true
	} else {
		t.begun, t.co.t = true, t
		r.cur = t
		t.co.next()
		r.cur = nil
	}
	if t.done {
		r.engine.idle = append(r.engine.idle, t.co)
	}
}

// access is a step of the running thread.
func (r *runner) access(k Kind, p unsafe.Pointer) {
	t := r.cur
	if t.dying {
		if r.doomed(t, k, p) {
			runtime.Goexit()
		}
		return
	}
	if r.logging {
		t.pc = callers(t.pc)
	}
	if u := r.point(t, k, p); u != t {
		r.next = u
		t.co.yield(struct{}{})
		if t.die {
			runtime.Goexit()
		}
	}
}

func (r *runner) start(f func(), must bool) {
	if t := r.spawn(r.cur, f, must); t != nil {
		t.co = r.engine.coro(r)
	}
}
