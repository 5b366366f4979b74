package explore

import (
	"time"
	"unsafe"
)

// A Host takes the place of an exploration: it does for the twins what Access, Failed, Spin and Go
// do, and tells the time. The virtual machine room (verify/room) is one.
type Host interface {
	// Access is called before every operation on the shared object at p, and returns when the
	// calling thread is to do it.
	Access(p unsafe.Pointer, k Kind)
	// Failed says that the RMW just done did not write.
	Failed()
	// Yield is a call of runtime.Gosched.
	Yield()
	// Go starts f as a thread.
	Go(f func())
	// Beside does f, which wakes a thread that is to run beside the calling one, on another processor.
	Beside(f func())
	// Later starts f as a thread after d, and again after what it returns, unless that is 0.
	Later(d time.Duration, f func() (next time.Duration))
	// Now is the calling thread's time.
	Now() time.Duration
	// Name is what no other thread has.
	Name() uintptr
	// Spend lets some of the calling thread's time go by, in picoseconds.
	Spend(ps int64)
	// Enter says what the calling thread does from now on, and returns what it did before.
	Enter(what int) (before int)
}

// host is the one that all twins call, or nil.
var host Host

// SetHost makes h the host of all twins, or ends that if h is nil. Only the thread that it lets run
// may be at a twin meanwhile.
func SetHost(h Host) { host = h }

// Now is the host's time. In an exploration each thread has a clock of its own, which counts its steps: so
// what a run does depends on its schedule alone, and not on the order of steps that are independent. With
// neither ok is false.
//
//go:norace
func Now() (now time.Duration, ok bool) {
	switch r := active; {
	case host != nil:
		return host.Now(), true
	case r == nil:
		return 0, false
	case r.cur == nil:
		return stepTime, true
	default:
		return time.Duration(1+r.cur.steps) * stepTime, true // 0 is no time, to some
	}
}

// stepTime is how long a step takes. Arbitrary: about as long as the fast engine needs for one.
const stepTime = 250 * time.Nanosecond

// Name is the host's name of the running thread; without a host ok is false.
func Name() (name uintptr, ok bool) {
	if host == nil {
		return 0, false
	}
	return host.Name(), true
}

// Spend is the host's, and does nothing without one.
func Spend(ps int64) {
	if host != nil {
		host.Spend(ps)
	}
}

// Beside is the host's, and does f without one.
func Beside(f func()) {
	if host != nil {
		host.Beside(f)
		return
	}
	f()
}

// Enter is the host's, and does nothing without one.
func Enter(what int) (before int) {
	if host != nil {
		return host.Enter(what)
	}
	return 0
}

// Later is the host's; ok is false without one.
func Later(d time.Duration, f func() (next time.Duration)) (ok bool) {
	if host != nil {
		host.Later(d, f)
	}
	return host != nil
}
