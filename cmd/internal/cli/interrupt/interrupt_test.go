package interrupt

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

func TestSignalCode(t *testing.T) {
	for cause, want := range map[error]int{
		signalled{os.Interrupt}:    exit.Interrupted,
		signalled{syscall.SIGTERM}: exit.Terminated,
		signalled{hangup}:          exit.HungUp,
		errors.New("another"):      exit.Interrupted,
	} {
		ctx, end := context.WithCancelCause(t.Context())
		if end(cause); Code(ctx) != want {
			t.Errorf("%v: exit code %d, want %d", cause, Code(ctx), want)
		}
	}
}

// TestAwait awaits what ends, and leaves behind what does not.
func TestAwait(t *testing.T) {
	ctx, end := context.WithCancelCause(t.Context())
	if v, err := Await(ctx, func() (int, error) { return 7, nil }); v != 7 || err != nil {
		t.Errorf("Await is %d, %v; want 7", v, err)
	}
	forever := make(chan int)
	defer close(forever)
	reason := errors.New("reason")
	v, err := Await(ctx, func() (int, error) {
		end(reason)
		return <-forever + 7, nil
	})
	if v != 0 || err != reason {
		t.Errorf("Await is %d, %v; want the cause", v, err)
	}
}
