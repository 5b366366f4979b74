// Command bench measures skua beside its rivals: Go libraries, and native
// runtimes if they are built. Every sample is a process of its own.
//
// Data goes to standard output, messages go to standard error. The exit code is
// 0 if all went well, 1 if something failed, 2 for a usage error, 3 if a rival
// lacks what a case needs, and 130 after an interrupt.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
)

// commands has one row for each command of the tool.
var commands = []func() *cobra.Command{
	newListCommand,
	newRunCommand,
	newReportCommand,
	newOneCommand,
	newHogCommand,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second interrupt has its usual effect
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs the command that args name and returns the exit code.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "bench",
		Short:         "Measure skua beside its rivals, in one run",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	for _, construct := range commands {
		root.AddCommand(construct())
	}
	started := false
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, "bench:", err)
	switch {
	case ctx.Err() != nil:
		return 130
	case cases.IsCannot(err):
		return drive.ExitCannot
	case started:
		return 1
	}
	return 2
}
