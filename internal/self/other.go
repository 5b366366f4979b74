//go:build !amd64 && !arm64

package self

// Goroutine returns what no other living goroutine returns, or 0 where the
// processor has no way to tell. After the goroutine has ended another may get
// the same.
func Goroutine() uintptr { return 0 }
