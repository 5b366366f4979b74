package tracer

import (
	"syscall"
	"unsafe"
)

// thread is which thread the caller runs on, how long that was on a processor, and how often
// it gave the processor back to wait for something.
type thread struct {
	id   uintptr
	ns   int64
	gave int64
}

const (
	clockThread = 3 // CLOCK_THREAD_CPUTIME_ID of clock_gettime(2)
	useThread   = 1 // RUSAGE_THREAD of getrusage(2), whose times are as old as the last tick
)

func onThread() thread {
	var ts syscall.Timespec
	var use syscall.Rusage
	// SAFETY: the call fills ts, which lives on this stack until it returns.
	_, _, failed := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockThread, uintptr(unsafe.Pointer(&ts)), 0)
	if failed != 0 || syscall.Getrusage(useThread, &use) != nil {
		return thread{}
	}
	return thread{threadID(), ts.Nano(), int64(use.Nvcsw)}
}

// clocks says that threads have clocks here.
const clocks = true

// of reports whether t is of the thread of that number.
func (t thread) of(id uintptr) bool { return t.id == id }

func threadID() uintptr {
	id, _, _ := syscall.RawSyscall(syscall.SYS_GETTID, 0, 0, 0)
	return id
}

// known reports whether t is of any thread.
func (t thread) known() bool { return t.id != 0 }

// same reports whether both are of one thread.
func (t thread) same(u thread) bool { return t.known() && t.id == u.id }
