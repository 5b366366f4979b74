package tracer

import (
	"os"
	"syscall"
)

var system = files{os.DirFS("/")}

func (s *Sample) lookAtSystem() {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) == nil {
		s.Own = float64(use.Utime.Nano()+use.Stime.Nano()) / 1e9
	}
	s.Busy, s.Steal = system.stat()
	s.RunDelay = system.runDelay()
	s.Throttled = system.throttled()
}

// Here returns what is known of this machine.
func Here() Machine { return Machine{CPU: system.cpu(), Limit: system.limit()} }
