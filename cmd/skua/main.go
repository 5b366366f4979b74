// Command skua shows and measures the work-stealing scheduler of
// github.com/skua-go/skua.
//
// Data goes to standard output, messages go to standard error. The exit code is
// 0 if all went well, 1 if some items failed, 2 for a usage error, 3 if nothing
// could start, and 130 after an interrupt; a second interrupt kills.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// commands has one row for each command of the tool.
var commands = []func() *cobra.Command{
	newHashCommand,
	newRunCommand,
	newLabCommand,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second interrupt has its usual effect
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs the command that args name and returns the exit code. An ended
// ctx stands for the user's interrupt, whatever error the command made of it.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	switch {
	case err == nil:
		return exitOK
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "skua: interrupted")
		return exitInterrupted
	}
	fmt.Fprintf(stderr, "skua: %v\n", err)
	code := exitUsage // an error without a code is cobra's: flags, arguments
	if e, ok := errors.AsType[*exitError](err); ok {
		code = e.code
	}
	if code == exitUsage {
		fmt.Fprintf(stderr, "See '%s --help'.\n", cmd.CommandPath())
	}
	return code
}
