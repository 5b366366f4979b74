package explore

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// callers returns the program counters of the code that asked for a step.
func callers(pc []uintptr) []uintptr {
	if pc == nil {
		pc = make([]uintptr, 16)
	}
	return pc[:runtime.Callers(3, pc[:16])]
}

// note writes a step to the log: number, thread, operation, place.
func (r *runner) note(t *thread) {
	fmt.Fprintf(&r.log, "%4d  thread %d  %-7s%-4s %s\n", len(r.schedule), t.id, t.pending.kind, t.pending.name(), place(t.pc))
}

// place is the innermost caller outside the explorer.
func place(pc []uintptr) string {
	frames := runtime.CallersFrames(pc)
	for {
		f, more := frames.Next()
		name := f.Function[strings.LastIndexByte(f.Function, '/')+1:]
		own := strings.HasPrefix(name, "explore.") || strings.Contains(f.Function, "/explore/atomic.") ||
			strings.HasPrefix(name, "park.")
		if !own || !more {
			return fmt.Sprintf("%s %s:%d", name, filepath.Base(f.File), f.Line)
		}
	}
}
