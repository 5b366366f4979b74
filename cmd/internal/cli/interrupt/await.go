package interrupt

import (
	"context"
	"errors"
	"time"
)

// Await returns what f returns, or the cause of the end of ctx, whatever f waits
// for in the system: it is then left behind.
func Await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := f()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// ErrStuck is the end of work that did not stop in time after an interrupt.
var ErrStuck = errors.New("a file or the output does not answer")

// Supervise runs work until it ends, or until a little after an interrupt: work
// stops by itself, unless a network file system or the reader of our output holds
// it in a system call. Such a call must not hold the user.
func Supervise(ctx context.Context, work func(context.Context) error) error {
	done := make(chan error, 1)
	go func() { done <- work(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(500 * time.Millisecond): // arbitrary; not measured
		return ErrStuck
	}
}
