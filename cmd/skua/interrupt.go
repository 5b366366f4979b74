package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// A signalled is the cause of the end of the context of a command.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return "interrupted by signal: " + s.String() }

// untilSignal returns a context that ends with the first SIGINT or SIGTERM. The
// second one has its usual effect: it kills.
func untilSignal() context.Context {
	ctx, end := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals)
		end(signalled{s})
	}()
	return ctx
}

// signalCode is the exit code after ctx has ended: 128 and the signal's number, as
// a shell gives to a program that the signal killed.
func signalCode(ctx context.Context) int {
	if s, ok := errors.AsType[signalled](context.Cause(ctx)); ok && s.Signal == syscall.SIGTERM {
		return exitTerminated
	}
	return exitInterrupted
}

// await returns what f returns, or the cause of the end of ctx, whatever f waits
// for in the system: it is then left behind.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
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
