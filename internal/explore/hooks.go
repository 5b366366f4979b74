package explore

import "unsafe"

// The functions of this file are for the twins of sync/atomic and of
// internal/park. They are hidden from the race detector, as all is that a
// thread does for the explorer's sake.

// active is the exploration going on, or nil.
var active *runner

// Access is called before every operation on the shared object at p. Under an
// exploration it returns when the calling thread is to do it: when it comes
// back from a Lock or Park the real one will not wait.
//
//go:norace
func Access(p unsafe.Pointer, k Kind) {
	if host != nil {
		host.Access(p, k)
		return
	}
	if r := active; r != nil {
		if r.cur == nil {
			r.inspect(k, p)
			return
		}
		r.crash()
		r.access(k, p)
		return
	}
	if chaosOdds != 0 {
		stir()
	}
}

// Failed says that the RMW just done did not write.
//
//go:norace
func Failed() {
	if host != nil {
		host.Failed()
	}
	if r := active; r != nil && r.cur != nil {
		r.cur.failed = true
	}
}

// Spin is Access for a Yield. It reports whether an exploration took care.
//
//go:norace
func Spin() bool {
	if host != nil {
		host.Yield()
		return true
	}
	r := active
	if r == nil || r.cur == nil {
		return false
	}
	r.crash()
	r.access(Yield, nil)
	return true
}

// Late reports whether X.Late was called.
//
//go:norace
func Late() bool { return active != nil && active.late }

// Go starts f as a daemon of the run, or just starts it if there is none.
//
//go:norace
func Go(f func()) { start(f, false) }

//go:norace
func start(f func(), must bool) {
	if host != nil {
		host.Go(f)
		return
	}
	if r := active; r != nil && r.cur != nil {
		r.start(f, must)
		return
	}
	go f()
}

// Woven reports whether the twin of internal/park is linked in: a scenario that
// runs without it explores nothing.
func Woven() bool { return woven }

// SetWoven is for the twin of internal/park.
func SetWoven() { woven = true }

var woven bool

//go:norace
func beginInterval() int {
	if r := active; r != nil && r.cur != nil {
		return r.cur.lastStep
	}
	return 0
}

//go:norace
func endInterval(from int) (call, ret int64) {
	r := active
	if r == nil || r.cur == nil {
		return 0, 0
	}
	for i := from; i < r.cur.lastStep; i++ {
		if int(r.schedule[i]) == r.cur.id {
			return int64(i + 1), int64(r.cur.lastStep)
		}
	}
	now := int64(len(r.schedule))
	return now, now
}
