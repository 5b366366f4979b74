//go:build !unix

package each

// catchPipe does nothing: there is no SIGPIPE.
func catchPipe() (stop func()) { return func() {} }
