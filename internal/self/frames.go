//go:build !purego && (amd64 || arm64)

package self

// frames fills pcs with return addresses: that of its caller first, then outwards.
//
// SAFETY: it follows the frame pointers, which Go keeps on these processors, as long as they grow and
// are inside the goroutine's stack. The end of the stack is the second word of the descriptor, as
// cgo knows too. Where C has called Go a frame pointer can be anything: then the walk ends, or goes
// on at another place of the same stack, and finds addresses of nothing.
//
//go:noescape
func frames(pcs *uintptr, most int) (n int)

// Callers fills pcs with return addresses of functions on the goroutine's stack, from the caller of
// Callers' caller on, 16 at most, and returns how many there are. Each may stand for several functions,
// those that were inlined.
//
//go:noinline
func Callers(pcs []uintptr) (n int) {
	var all [17]uintptr // the first is in the caller
	n = frames(&all[0], min(len(all), len(pcs)+1))
	return copy(pcs, all[min(1, n):n])
}
