package self

import (
	"runtime"
	"strings"
)

// What Go's runtime shows of a panic are the names of functions on the stack: there is no other way to ask.
// A new Go may have others; the tests of internal/behaviour/failure notice.

// Crashing reports whether the caller's caller is the runtime, which prints a panic that nobody has
// recovered. Only then can the stack of another goroutine be shown in a crash.
func Crashing() bool {
	var pcs [1]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	frame, _ := frames.Next()
	// preprintpanics in Go 1.26; a test has the output of a crash.
	return strings.HasPrefix(frame.Function, "runtime.") && strings.Contains(frame.Function, "panic")
}

// PanicBy reports whether the panic that is being recovered was begun by the function whose name
// ends so: whether that called the innermost panic. To be called in the deferred call that
// recovered, while the panicking frames are still there. The value does not show it, since user
// code may panic again with an equal one.
func PanicBy(function string) bool {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		frame, more := frames.Next()
		if !more {
			return false
		}
		if frame.Function == "runtime.gopanic" {
			frame, _ = frames.Next()
			return strings.HasSuffix(frame.Function, function)
		}
	}
}
