package grid

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns what this process has used of all processors so far, to the nanosecond, and whether
// the system can tell. The times of getrusage move with the ticks of some kernels.
func processorTime() (time.Duration, bool) {
	var t unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t)
	return time.Duration(t.Nano()), err == nil
}
