//go:build purego || !(amd64 || arm64)

package self

import "runtime"

// Callers fills pcs with return addresses of functions on the goroutine's stack, from the caller of
// Callers' caller on, 16 at most, and returns how many there are. Each may stand for several functions,
// those that were inlined.
func Callers(pcs []uintptr) (n int) { return runtime.Callers(3, pcs[:min(16, len(pcs))]) }
