//go:build unix

package drive

import (
	"os"
	"syscall"
)

// waits returns how often threads of the process, and of those that it waited for, gave their processors
// up by themselves: each time is a sleep, and a wake-up later.
func waits(s *os.ProcessState) float64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Nvcsw)
}
