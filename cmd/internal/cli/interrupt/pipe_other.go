//go:build !unix

package interrupt

// CatchPipe does nothing: there is no SIGPIPE.
func CatchPipe() (stop func()) { return func() {} }
