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

// rest writes down what the threads that are left are about to do.
func (r *runner) rest() {
	for _, t := range r.threads {
		if !t.gone() && t.pc != nil {
			fmt.Fprintf(&r.log, "   -  thread %d  %-7s%-4s %s\n", t.id, t.pending.kind, t.pending.name(), place(t.pc))
		}
	}
}

// who tells for what each thread that has not ended waits.
func (r *runner) who() string {
	var b strings.Builder
	for _, t := range r.threads {
		if !t.gone() {
			fmt.Fprintf(&b, "thread %d waits: %v%s\n", t.id, t.pending.kind, t.pending.name())
		}
	}
	return strings.TrimSpace(b.String())
}

func (o op) name() string {
	if o.obj == nil {
		return ""
	}
	return fmt.Sprintf(" #%d", o.obj.id)
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
