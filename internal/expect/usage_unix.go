//go:build unix

package expect

import (
	"syscall"
	"time"
)

// ProcessorTime returns what this process has used of all processors so far, and
// whether this system can tell.
func ProcessorTime() (time.Duration, bool) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, false
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), true
}
