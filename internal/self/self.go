//go:build amd64 || arm64

package self

// goroutine returns the address of the calling goroutine's descriptor.
//
// SAFETY: the address is compared, never followed. A descriptor does not move,
// and serves one goroutine at a time.
func goroutine() uintptr

// Goroutine returns what no other living goroutine returns, or 0 where the
// processor has no way to tell. After the goroutine has ended another may get
// the same.
func Goroutine() uintptr { return goroutine() }
