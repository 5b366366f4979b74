package interrupt

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

// A signalled is the cause of the end of the context of a command.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return "interrupted by signal: " + s.String() }

// UntilSignal returns a context that ends with the first SIGINT or SIGTERM. The
// second one has its usual effect: it kills.
func UntilSignal() context.Context {
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

// Code is the exit code after ctx has ended: 128 and the signal's number, as
// a shell gives to a program that the signal killed.
func Code(ctx context.Context) int {
	if s, ok := errors.AsType[signalled](context.Cause(ctx)); ok && s.Signal == syscall.SIGTERM {
		return exit.Terminated
	}
	return exit.Interrupted
}
