package shm

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Handler does a task: it appends its result to out and returns that, or fails. in and
// out are valid until it returns; the result may share memory with either. ctx ends when
// the member that runs it is closed. It may run more than once for a task: see the
// package's guarantees. A panic is a failure with the panic's text.
type Handler func(ctx context.Context, out, in []byte) ([]byte, error)

// Config says how a file is laid out and how a member works. The zero value is good. The process
// that creates the file decides its layout; one that joins leaves those fields 0, or asks for what
// the file has.
type Config struct {
	// Places is how many members there can be at a time: 8 if 0, at most 64.
	Places int
	// Slots is how many tasks each member can have submitted at a time: 4096 if 0, at
	// most 2^16. It is rounded up to a power of two. Each takes 144 bytes.
	Slots int
	// Blob is how many bytes each member has for payloads and results that do not fit into a slot,
	// which is payloads over 64 bytes and results over 40: 4 MiB if 0, at most 64 MiB. None may be
	// larger than a quarter of it, or than 1 MiB.
	Blob int
	// Attempts is how often a task may be begun, if the processes that began it died: then it
	// fails with ErrAttempts. 3 if 0, at most 62.
	Attempts int
	// Lease, if not 0, is how long a member may take for a task until an idle one runs it
	// again. Without it a process that is stopped, but not dead, keeps the tasks that it
	// has begun until it goes on.
	Lease time.Duration

	// Workers is how many goroutines Work runs: GOMAXPROCS if 0.
	Workers int
	// Place, if not 0, is the place to take, from 1 on. A process that comes again asks
	// for its old place to get what it left there: see Orphan.
	Place int
	// Orphan, if not nil, gets the tasks which the last member at this place had
	// submitted and not seen the end of, each when it is done. The slices are valid until
	// it returns. A task is given to it again if the process dies before that.
	Orphan func(handler string, payload, result []byte, err error)
}

var (
	// ErrClosed says that the member is closed.
	ErrClosed = errors.New("cluster: shm: member is closed")
	// ErrTooLarge says that a payload or a result does not fit: see Config.Blob.
	ErrTooLarge = errors.New("cluster: shm: too large")
	// ErrAttempts says that a task was given up, since all processes that began it died.
	ErrAttempts = errors.New("cluster: shm: too many attempts")
	// ErrUnsupported says that this platform has no shared tasks. Linux on amd64 and
	// arm64 has them.
	ErrUnsupported = errors.New("cluster: shm: not supported on this platform")
)

// TaskError is the failure of a task.
type TaskError struct {
	Handler string
	Message string // what the handler's error or panic said
	Panic   bool   // it was a panic
	err     error
}

// Error says which handler failed, and how.
func (e *TaskError) Error() string {
	if e.Panic {
		return fmt.Sprintf("cluster: shm: %s: panic: %s", e.Handler, e.Message)
	}
	return fmt.Sprintf("cluster: shm: %s: %s", e.Handler, e.Message)
}

// Unwrap answers ErrTooLarge or ErrAttempts, if it was that. A handler's own error does
// not come through: it may be of another process.
func (e *TaskError) Unwrap() error { return e.err }

// Stats says what a member did since it joined.
type Stats struct {
	Place     int    // which it has, from 1 on
	Ran       uint64 // tasks run here, in whole turns: it lags a little
	Steals    uint64 // cuts of other members' deques
	Stolen    uint64 // tasks that came by them
	Recovered uint64 // tasks taken over from dead members
	Adopted   uint64 // tasks taken over while idle
	Overdue   uint64 // of those, tasks whose lease was over
	Local     uint64 // tasks of Do and Map run without a slot, since all were in use
	GaveBack  uint64 // tasks given back, since their result found no room here
	Orphans   int    // tasks of this place's last member that Config.Orphan did not get yet
}

// outcomeKind says what a result is.
type outcomeKind uint32

const (
	outcomeOK outcomeKind = iota
	outcomeFailed
	outcomePanicked
	outcomeTooLarge
	outcomeGaveUp
	outcomeBroken
)

// failure is the error of a result that is one.
func failure(kind outcomeKind, handler string, message []byte) error {
	e := &TaskError{Handler: handler, Message: string(message)}
	switch kind {
	case outcomeOK:
		return nil
	case outcomePanicked:
		e.Panic = true
	case outcomeTooLarge:
		e.err = ErrTooLarge
	case outcomeGaveUp:
		e.err = ErrAttempts
	case outcomeBroken:
		e.Message = "the shared file is damaged"
	}
	return e
}
