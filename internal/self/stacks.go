package self

import "runtime"

// Stacks returns the stacks of all goroutines, the caller's first, with an empty line between two. It stops
// the program meanwhile, and cuts off what is beyond 128 MB: arbitrary.
func Stacks() string {
	for size := 1 << 16; ; size *= 4 {
		buf := make([]byte, size)
		if n := runtime.Stack(buf, true); n < size || size >= 1<<27 {
			return string(buf[:n])
		}
	}
}
