package main

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
)

func TestSignalCode(t *testing.T) {
	for cause, want := range map[error]int{
		signalled{os.Interrupt}:    exitInterrupted,
		signalled{syscall.SIGTERM}: exitTerminated,
		errors.New("another"):      exitInterrupted,
	} {
		ctx, end := context.WithCancelCause(t.Context())
		if end(cause); signalCode(ctx) != want {
			t.Errorf("%v: exit code %d, want %d", cause, signalCode(ctx), want)
		}
	}
}

// TestAwait awaits what ends, and leaves behind what does not.
func TestAwait(t *testing.T) {
	ctx, end := context.WithCancelCause(t.Context())
	if v, err := await(ctx, func() (int, error) { return 7, nil }); v != 7 || err != nil {
		t.Errorf("await is %d, %v; want 7", v, err)
	}
	forever := make(chan int)
	defer close(forever)
	reason := errors.New("reason")
	v, err := await(ctx, func() (int, error) {
		end(reason)
		return <-forever + 7, nil
	})
	if v != 0 || err != reason {
		t.Errorf("await is %d, %v; want the cause", v, err)
	}
}
