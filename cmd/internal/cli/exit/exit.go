package exit

import "fmt"

// The exit codes of every command.
const (
	OK          = 0
	Failed      = 1   // some items failed, or the output; the other items were done
	Usage       = 2   // nothing was started: bad flags or arguments
	NotStarted  = 3   // the request is well formed, but nothing could start
	HungUp      = 129 // 128 + SIGHUP
	Interrupted = 130 // 128 + SIGINT
	Unread      = 141 // 128 + SIGPIPE: nobody reads the output any more
	Terminated  = 143 // 128 + SIGTERM
)

// Error is an error that chooses the exit code. An error of a command that is not one means
// Failed.
type Error struct {
	Code int
	Err  error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// With returns err as an error that ends the tool with code.
func With(code int, err error) error { return &Error{code, err} }

// Errorf formats an error, as fmt.Errorf does, that ends the tool with code.
func Errorf(code int, format string, args ...any) error {
	return With(code, fmt.Errorf(format, args...))
}
