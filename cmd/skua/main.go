// Command skua shows and measures the work-stealing scheduler of
// github.com/skua-go/skua.
//
// Data goes to standard output, messages go to standard error. The exit code is
// 0 if all went well, 1 if some items or the output failed, 2 for a usage error, 3
// if nothing could start, 130 after SIGINT and 143 after SIGTERM; a second signal
// kills.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// commands has one row for each command of the tool.
var commands = []func() *cobra.Command{
	newHashCommand,
	newImagesCommand,
	newEachCommand,
	newRunCommand,
	newLabCommand,
	newWorkerCommand,
	newClusterCommand,
	newEachAgentCommand,
}

func main() {
	os.Exit(execute(untilSignal(), os.Args[1:], newStandardOut(os.Stdout), os.Stderr))
}

// execute runs the command that args name and returns the exit code. An ended
// ctx stands for the user's interrupt, whatever error the command made of it.
func execute(ctx context.Context, args []string, stdout *standardOut, stderr io.Writer) int {
	root := newRoot(stdout, stderr)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && ctx.Err() != nil {
		fmt.Fprintln(stderr, "skua: interrupted")
		return signalCode(ctx)
	}
	if _, ok := errors.AsType[*exitError](err); !ok && stdout.err != nil {
		err = &exitError{exitFailed, stdout.err} // help, version
	}
	if err == nil {
		return exitOK
	}
	for _, line := range messages(err) {
		fmt.Fprintf(stderr, "skua: %s\n", line)
	}
	code := exitUsage // an error without a code is cobra's: flags, arguments
	if e, ok := errors.AsType[*exitError](err); ok {
		code = e.code
	}
	if code == exitUsage {
		fmt.Fprintf(stderr, "See '%s --help'.\n", cmd.CommandPath())
	}
	return code
}
