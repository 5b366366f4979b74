package root

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
	"github.com/skua-go/skua/cmd/internal/cli/output"
)

// Main runs the tool with these commands until its end, and exits.
func Main(commands ...func() *cobra.Command) {
	ctx := interrupt.UntilSignal()
	interrupt.Exit(ctx, execute(ctx, commands, os.Args[1:], output.NewStandard(os.Stdout), os.Stderr))
}

// execute runs the command that args name and returns the exit code. An ended
// ctx stands for the user's interrupt, whatever error the command made of it.
func execute(ctx context.Context, commands []func() *cobra.Command, args []string, stdout *output.Standard, stderr io.Writer) int {
	root := newCommand(commands, stdout, stderr)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && ctx.Err() != nil {
		fmt.Fprintln(stderr, "skua: interrupted")
		return interrupt.Code(ctx)
	}
	if errors.Is(stdout.Err(), syscall.EPIPE) {
		return exit.Unread // as head has it; not an error
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
	if code == exit.Usage && !errors.Is(err, fs.ErrNotExist) { // what is missing is missing, however the command is used
		fmt.Fprintf(stderr, "See '%s --help'.\n", cmd.CommandPath())
	}
	return code
}
