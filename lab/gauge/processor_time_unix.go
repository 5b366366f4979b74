//go:build unix

package gauge

import (
	"syscall"
	"time"
)

// ProcessorTime is what this process has used so far, and whether it can be told.
func ProcessorTime() (time.Duration, bool) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, false
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), true
}
