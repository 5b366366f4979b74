package process

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
)

// A refused is why a command did not start, with the exit code that a shell gives.
type refused struct {
	code int
	err  error
}

func (r *refused) Error() string { return r.err.Error() }
func (r *refused) Unwrap() error { return r.err }

// refusal returns the exit code for an error of a start.
func refusal(err error) (int, error) {
	if r, ok := errors.AsType[*refused](err); ok {
		return r.code, err
	}
	return 126, err
}

// denied makes of an error of the system what is said of it. A directory or the interpreter
// of a script that is missing gives the same error as a program that is missing.
func denied(s startable, err error) error {
	if s.dir != "" {
		if info, failed := os.Stat(s.dir); failed != nil {
			return &refused{126, failed}
		} else if !info.IsDir() {
			return &refused{126, errors.New(s.dir + ": not a directory")}
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		if _, failed := os.Stat(inDir(s)); failed == nil {
			return &refused{126, errors.New(s.path + ": its interpreter is missing")}
		}
		return &refused{127, errors.New(s.argv[0] + ": no such program")}
	}
	return &refused{126, &os.PathError{Op: "start", Path: s.argv[0], Err: err}}
}

// cause is what a lookup failed of, without the name.
func cause(err error) error {
	if e, ok := errors.AsType[*exec.Error](err); ok {
		return e.Err
	}
	return err
}
