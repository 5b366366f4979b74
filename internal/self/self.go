//go:build !purego && (386 || amd64 || arm || arm64 || loong64 || mips || mipsle || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x || wasm)

package self

// Quick tells that Goroutine takes a nanosecond.
const Quick = true

// goroutine returns the address of the calling goroutine's descriptor.
//
// SAFETY: the address is compared, never followed. A descriptor does not move,
// and serves one goroutine at a time.
func goroutine() uintptr
