package worker

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns a clock of the processor time that this goroutine uses. It
// keeps the goroutine on its thread until done.
func processorTime() (used func() time.Duration, done func()) {
	runtime.LockOSThread()
	now := func() time.Duration {
		var t unix.Timespec
		if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
			return 0
		}
		return time.Duration(t.Nano())
	}
	begun := now()
	return func() time.Duration { return now() - begun }, runtime.UnlockOSThread
}
