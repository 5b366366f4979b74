//go:build unix

package score

import (
	"runtime"
	"syscall"
)

// peak is the most memory that was resident, in KiB.
func peak() int64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return -1
	}
	most := int64(usage.Maxrss)
	if runtime.GOOS == "darwin" {
		most /= 1024
	}
	return most
}
