//go:build unix

package each

import (
	"time"

	"golang.org/x/sys/unix"
)

// usedTime is the processor time of this process, and that of its children that have ended.
func usedTime() (own, children time.Duration) {
	return usage(unix.RUSAGE_SELF), usage(unix.RUSAGE_CHILDREN)
}

func usage(who int) time.Duration {
	var u unix.Rusage
	if unix.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
