package exit

import (
	"errors"
	"fmt"

	"github.com/skua-go/skua/cmd/internal/cli/text"
)

// ErrSaid is an error that needs no more words.
var ErrSaid = errors.New("some failed")

// ErrSomeFailed gives the exit code 1. The failures have been printed, unless the user asked for
// silence.
var ErrSomeFailed = With(Failed, ErrSaid)

// Messages are the lines that report err: one for each error of a join. Those
// of cobra, which have no exit code, may take several lines by themselves.
func Messages(err error) []string {
	if _, ok := errors.AsType[*Error](err); !ok {
		return []string{text.VisibleLines(err.Error())}
	}
	if coded, ok := err.(*Error); ok {
		err = coded.Err
	}
	var lines []string
	for _, e := range joined(err) {
		if !errors.Is(e, ErrSaid) {
			lines = append(lines, text.Visible(e.Error()))
		}
	}
	return lines
}

// joined are the errors of which errors.Join made err, or err itself.
func joined(err error) []error {
	join, ok := err.(interface{ Unwrap() []error })
	if !ok || errors.Join(join.Unwrap()...).Error() != err.Error() {
		return []error{err}
	}
	var all []error
	for _, e := range join.Unwrap() {
		all = append(all, joined(e)...)
	}
	return all
}

// Within puts the name of the command before err, or before each error of a join. Of no error
// it makes none.
func Within(command string, err error) error {
	if err == nil {
		return nil
	}
	var all []error
	for _, e := range joined(err) {
		all = append(all, fmt.Errorf("%s: %w", command, e))
	}
	return errors.Join(all...)
}
