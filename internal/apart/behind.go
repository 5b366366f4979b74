//go:build race && !explore

package apart

// Behind returns a function that lets f run on another goroutine, which began now. So what f does with the
// scheduler's locks and counters orders nothing that its caller does from now on: a branch ends so.
func Behind(f func()) (begin func()) {
	ready := make(chan struct{})
	go func() {
		Hide()
		<-ready
		Show()
		f()
	}()
	return func() {
		Hide()
		defer Show()
		close(ready)
	}
}
