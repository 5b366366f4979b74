package call

import (
	"fmt"
	"math"
	"unsafe"
)

// Need panics unless ok: the function called name was given the functions that it calls.
func Need(name string, ok bool) {
	if !ok {
		panic("par: " + name + " needs a function, not nil")
	}
}

// mostBytes is more memory than any machine has. A call that needs more is a mistake of its
// caller; for one that needs less make decides.
const mostBytes = min(1<<46, math.MaxInt)

// Room panics unless n values of a T for the function called name might fit into
// memory.
func Room[T any](name string, n int) {
	var x T
	if size := uint64(unsafe.Sizeof(x)); n < 0 || size > 0 && uint64(n) > mostBytes/size {
		panic(fmt.Sprintf("par: %s: %d values of %d bytes are more than memory can hold", name, uint(n), size))
	}
}
