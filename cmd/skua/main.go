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

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
	"github.com/skua-go/skua/cmd/internal/cli/output"
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
	os.Exit(execute(interrupt.UntilSignal(), os.Args[1:], output.NewStandard(os.Stdout), os.Stderr))
}

// execute runs the command that args name and returns the exit code. An ended
// ctx stands for the user's interrupt, whatever error the command made of it.
func execute(ctx context.Context, args []string, stdout *output.Standard, stderr io.Writer) int {
	root := newRoot(stdout, stderr)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && ctx.Err() != nil {
		fmt.Fprintln(stderr, "skua: interrupted")
		return interrupt.Code(ctx)
	}
	if _, ok := errors.AsType[*exit.Error](err); !ok && stdout.Err() != nil {
		err = exit.With(exit.Failed, stdout.Err()) // help, version
	}
	if err == nil {
		return exit.OK
	}
	for _, line := range exit.Messages(err) {
		fmt.Fprintf(stderr, "skua: %s\n", line)
	}
	code := exit.Usage // an error without a code is cobra's: flags, arguments
	if e, ok := errors.AsType[*exit.Error](err); ok {
		code = e.Code
	}
	if code == exit.Usage {
		fmt.Fprintf(stderr, "See '%s --help'.\n", cmd.CommandPath())
	}
	return code
}
