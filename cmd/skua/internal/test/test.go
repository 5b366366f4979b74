package test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/cmd/internal/gotest"
)

func Command() *cobra.Command {
	return &cobra.Command{
		Use:   "test [--split=WHAT] [flags of go test] [packages] [flags of go test]",
		Short: "Run go test with long packages first and in groups of tests",
		Long: `Run go test, which prints what it always prints and has all its flags. Two things differ:
the packages that took longest before come first, and a long package may be divided into
groups of tests, each in a process of its own, that slots take which would be idle.

--split=WHAT says which packages may be divided:
  seen         those that passed three times under skua test -shuffle=on; and only if go test
               would cache nothing, as with -count=1, because of groups it caches nothing (the default)
  off          none
  PATTERN,...  the packages that these patterns name, such as ./... : you say that their tests
               may run at the same time
A package that fails in groups runs again, whole, and only that counts.

The exit code is that of go test.`,
		Example: `  skua test ./...
  skua test -race -shuffle=on -v ./...
  skua test -count=1 -json ./...
  skua test --split=./store ./...`,
		DisableFlagParsing: true,
		RunE:               run,
	}
}

func run(cmd *cobra.Command, args []string) error {
	split, args, err := own(args)
	if err != nil {
		return exit.With(exit.Usage, exit.Within("test", err))
	}
	if split == help {
		return cmd.Help()
	}
	program, err := os.Executable()
	if err != nil {
		return exit.Errorf(exit.NotStarted, "test: %w", err)
	}
	code, err := gotest.Run(cmd.Context(), gotest.Config{
		Args: args, Split: split, Agent: []string{program, agent},
		Stdout: cmd.OutOrStdout(), Stderr: cmd.ErrOrStderr(),
		Note: func(line string) { fmt.Fprintf(cmd.ErrOrStderr(), "skua: test: %s\n", text.Visible(line)) },
	})
	if err != nil {
		return exit.With(codeOf(err), exit.Within("test", err))
	}
	if code != exit.OK {
		return exit.With(code, exit.ErrSaid)
	}
	return nil
}

// codeOf is the exit code for an error of gotest.Run.
func codeOf(err error) int {
	if _, ok := errors.AsType[gotest.UsageError](err); ok {
		return exit.Usage
	}
	if _, ok := errors.AsType[gotest.StartError](err); ok {
		return exit.NotStarted
	}
	return exit.Failed
}

// help is what own returns for --help.
const help = "--help"

// own takes --split and --help out of the arguments. What follows -args is not ours.
func own(args []string) (split string, rest []string, err error) {
	split = gotest.Seen
	for i := 0; i < len(args); i++ {
		name, value, hasValue := strings.Cut(strings.TrimPrefix(args[i], "-"), "=")
		switch {
		case args[i] == "-args" || args[i] == "--args":
			return split, append(rest, args[i:]...), nil
		case slices.Contains([]string{"-h", "-help", "--help"}, args[i]):
			return help, nil, nil
		case name != "-split" && name != "split" || !strings.HasPrefix(args[i], "-"):
			rest = append(rest, args[i])
			continue
		case !hasValue && i+1 < len(args):
			i++
			value = args[i]
		}
		if value == "" {
			return "", nil, fmt.Errorf("--split has no value: want %s, %s, or patterns of packages", gotest.Seen, gotest.Off)
		}
		split = value
	}
	return split, rest, nil
}
