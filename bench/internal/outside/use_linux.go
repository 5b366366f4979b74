package outside

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// selfTime waits until the process has ended, and returns the seconds of processors that it
// used itself, without its children. It leaves the process to be waited for: until then
// proc(5) has its times.
func selfTime(pid int) float64 {
	const byPID, exited, leave = 1, 0x4, 0x01000000 // P_PID, WEXITED, WNOWAIT
	for {
		_, _, e := syscall.Syscall6(syscall.SYS_WAITID, byPID, uintptr(pid), 0, exited|leave, 0, 0)
		if e == 0 {
			break
		}
		if e != syscall.EINTR {
			return 0
		}
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	return parseSelf(string(text))
}

// parseSelf reads utime and stime, in hundredths of a second: the 12th and 13th field after the name.
func parseSelf(text string) float64 {
	f := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(f) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return float64(user+system) / 100
}

func maxRSS(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(usage.Maxrss) * 1024
}
