package cluster

import (
	"errors"
	"fmt"
	"strings"

	"github.com/skua-go/skua/cluster/internal/server"
)

// Errors that callers act on. They come wrapped: test with errors.Is.
var (
	ErrCancelled      = errors.New("cluster: the job is cancelled")
	ErrUnknownJob     = errors.New("cluster: no such job")
	ErrUnknownHandler = errors.New("cluster: no node has the handler")
	ErrNoCluster      = server.ErrNone
	ErrNoContent      = errors.New("cluster: no such content")
	ErrNameTaken      = errors.New("cluster: the name is another node's")
	ErrTooLarge       = errors.New("cluster: the payload is too large")
	ErrFull           = errors.New("cluster: the server's storage is full")
	ErrProtocol       = errors.New("cluster: the cluster speaks another protocol")
	ErrClosed         = errors.New("cluster: closed")
	ErrTimeout        = errors.New("cluster: the task took longer than its timeout")
	ErrFenced         = errors.New("cluster: the lease ended, another node may run the task")
)

// A TaskError is the failure of one task, after its last attempt.
type TaskError struct {
	Job, ID string
	Attempt int    // the last; 0 if the store has lost the task
	Node    string // where the last was, or ""
	Message string // what the handler said; of more than 8 KiB only the beginning
}

func (e *TaskError) Error() string {
	if e.Node == "" {
		return fmt.Sprintf("cluster: task %s of job %s: %s", e.ID, e.Job, e.Message)
	}
	return fmt.Sprintf("cluster: task %s of job %s failed at attempt %d on node %s: %s", e.ID, e.Job, e.Attempt, e.Node, e.Message)
}

// Fatal marks an error of a handler as one that a retry does not cure: the task
// becomes a dead letter at once. Fatal(nil) is nil.
func Fatal(err error) error {
	if err == nil {
		return nil
	}
	return &fatalError{err}
}

type fatalError struct{ err error }

func (e *fatalError) Error() string { return e.err.Error() }
func (e *fatalError) Unwrap() error { return e.err }

// plain is what the node needs to know of a handler's error, whose methods it calls: a handler that returns a
// nil *MyError as its error panics here, where the task fails for that, and nowhere else.
func plain(err error) error {
	p := &plainError{text: err.Error()}
	if errors.Is(err, ErrTimeout) {
		p.is = ErrTimeout
	}
	if _, fatal := errors.AsType[*fatalError](err); fatal {
		return Fatal(p)
	}
	return p
}

type plainError struct {
	text string
	is   error
}

func (e *plainError) Error() string { return e.text }
func (e *plainError) Unwrap() error { return e.is }

// maxReason is how many bytes of a handler's error are kept. They are in a header, of which
// the server takes 64 KiB, and each may need six bytes in JSON.
const maxReason = 8 << 10

// reason is the text of a handler's error, as far as it is kept.
func reason(err error) string {
	s := err.Error()
	if len(s) <= maxReason {
		return s
	}
	return strings.ToValidUTF8(s[:maxReason], "") + fmt.Sprintf("… (%d bytes)", len(s))
}

// checkPayload returns an error for more bytes than allowed.
func checkPayload(size, limit int) error {
	if size > limit {
		return fmt.Errorf("%w: %d bytes; at most %d are allowed (Config.MaxPayload)", ErrTooLarge, size, limit)
	}
	return nil
}
