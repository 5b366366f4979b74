package explore

import (
	"runtime/debug"
)

// maxThreads is the most threads a run may have: the bits of a set.
const maxThreads = 32

// set is a set of threads.
type set uint32

func only(id int) set         { return 1 << id }
func (s set) has(id int) bool { return s>>id&1 != 0 }

// next returns the member that follows id in a circle; s must not be empty.
func (s set) next(id int) int {
	for {
		if id++; id == maxThreads {
			id = 0
		}
		if s.has(id) {
			return id
		}
	}
}

// thread is one thread of one run. It is fresh until it has announced its first
// step, then it has always one pending, until it is done.
type thread struct {
	id    int
	fn    func()
	must  bool // it must end
	name  uint64
	born  int // threads it started
	done  bool
	dead  bool  // killed: it has ended for the run, not for its engine
	life  *Life // of a thread that is killed or stopped
	made  int   // steps announced so far, if it has a life
	whole int   // nested Wholes

	pending op
	pc      []uintptr // of pending, when logging
	current int       // step being done, not yet committed; 0 is none
	failed  bool      // the current RMW did not write
	dying   bool      // being unwound
	die     bool      // unwind now
	waking  bool      // a spinner let go because no other thread can move

	wrote    int // own writes
	seen     int // foreign writes known when it began to look
	free     int // Yields without news in a row
	lastStep int
	events   int // committed
	steps    int // booked
	clock    clock

	panicked any
	stack    string
	unwound  int // operations since dying

	engineThread
}

// gone reports whether the thread makes no more steps in this run.
func (t *thread) gone() bool { return t.done || t.dead }

// body runs the thread's function and keeps its panic.
//
//go:norace
func (t *thread) body() {
	defer t.keepPanic()
	t.fn()
}

//go:norace
func (t *thread) keepPanic() {
	if p := recover(); p != nil && !t.dying {
		t.panicked, t.stack = p, string(debug.Stack())
	}
}
