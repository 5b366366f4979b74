// Command bench measures skua beside its rivals: Go libraries, and native
// runtimes if they are built. Every sample is a process of its own.
//
// Data goes to standard output, messages go to standard error. The exit code is
// 0 if all went well, 1 if something failed, 2 for a usage error, 3 if a rival
// lacks what a case needs, 130 after SIGINT and 143 after SIGTERM.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
)

// commands has one row for each command of the tool.
var commands = []func() *cobra.Command{
	newListCommand,
	newRunCommand,
	newReportCommand,
	newCompareCommand,
	newGridCommand,
	newOneCommand,
	newHogCommand,
}

func main() {
	ctx, end := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals) // the second one has its usual effect
		end(signalled{s})
	}()
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// A signalled is the cause of the end of a context.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return "interrupted by signal: " + s.String() }

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
	fmt.Fprintln(stderr, "bench:", visible(err.Error()))
	switch {
	case ctx.Err() != nil:
		if s, ok := errors.AsType[signalled](context.Cause(ctx)); ok && s.Signal == syscall.SIGTERM {
			return 143
		}
		return 130
	case cases.IsCannot(err):
		return drive.ExitCannot
	case started:
		return 1
	}
	return 2
}

// visible is text with escapes in place of what would change how a terminal shows
// it: arguments and the names of files are part of messages. Messages have lines.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if q := strconv.QuoteRune(r); unicode.IsControl(r) && r != '\n' && r != '\t' {
			b.WriteString(q[1 : len(q)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
