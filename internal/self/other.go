//go:build purego || !(386 || amd64 || arm || arm64 || loong64 || mips || mipsle || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x || wasm)

package self

import "runtime"

// Quick tells that Goroutine takes a nanosecond.
const Quick = false

// goroutine returns the number that the runtime prints first in a stack trace. It
// takes about a microsecond.
//
// On 32 bits two goroutines could get the same number only if one of them lives while
// 2³² more are started.
func goroutine() (number uintptr) {
	var trace [64]byte
	n := runtime.Stack(trace[:], false)
	for _, c := range trace[min(len("goroutine "), n):n] {
		if c < '0' || c > '9' {
			break
		}
		number = 10*number + uintptr(c-'0')
	}
	return number
}
