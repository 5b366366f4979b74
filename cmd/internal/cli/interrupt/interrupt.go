package interrupt

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

const hangup = syscall.Signal(1) // SIGHUP, which package syscall does not have for js

// A signalled is the cause of the end of the context of a command.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return "interrupted by signal: " + s.String() }

// UntilSignal returns a context that ends with the first SIGINT, SIGTERM or SIGHUP. The
// second one has its usual effect: it kills. A SIGHUP is ignored if this process was started so, by nohup,
// and after the first signal: of a terminal that is closed come several.
func UntilSignal() context.Context {
	ctx, end := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(hangup) {
		signal.Notify(signals, hangup)
	}
	go func() {
		s := <-signals
		if !signal.Ignored(hangup) {
			signal.Notify(make(chan os.Signal, 1), hangup) // to no effect. NOT: Ignore, which commands inherit
		}
		signal.Stop(signals)
		end(signalled{s})
	}()
	return ctx
}

// Code is the exit code after ctx has ended: 128 and the signal's number, as
// a shell gives to a program that the signal killed.
func Code(ctx context.Context) int {
	s, _ := errors.AsType[signalled](context.Cause(ctx))
	switch s.Signal {
	case syscall.SIGTERM:
		return exit.Terminated
	case hangup:
		return exit.HungUp
	}
	return exit.Interrupted
}

// Exit ends the process with an exit code, or by the signal that the code stands for if that is how ctx has
// ended, or if nobody reads the standard output any more. Of a program that only returns such a code a shell
// thinks that it has dealt with the signal, and goes on with its loop.
func Exit(ctx context.Context, code int) {
	s, ok := errors.AsType[signalled](context.Cause(ctx))
	switch {
	case ok && code == Code(ctx):
		die(s.Signal)
	case code == exit.Unread:
		_, _ = os.Stdout.Write([]byte("\n")) // the runtime makes a SIGPIPE of the error
	}
	os.Exit(code)
}
