package root

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/text"
)

const rootLong = `Work stealing for Go: run it, measure it, see it.

Data goes to standard output, messages go to standard error. The exit code is 0 if all went
well; skua help exit-codes has the others.`

const exitCodes = `The exit code of each command is
  0    if all went well
  1    if some items failed, or the output could not be written
  2    for a usage error
  3    if nothing could start
  130  after SIGINT, 143 after SIGTERM, 129 after SIGHUP: by dying of the signal, so that
       the loop of a script ends too; a second signal kills
  141  if nobody reads the output any more

A command that runs a program, as skua why and skua test do, ends with that program's code if it is not
0. skua why ends with 4 if --fail-below says so, and with 5 if --fail-if does.`

// newCommand assembles the tool from its commands.
func newCommand(commands []func() *cobra.Command, stdout *output.Standard, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:           "skua",
		Short:         "Work stealing for Go: run it, measure it, see it",
		Long:          rootLong,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return stdout.Require(cmd, stderr)
		},
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(flagError)
	for _, construct := range commands {
		root.AddCommand(construct())
	}
	root.AddCommand(versionCommand(), &cobra.Command{Use: "exit-codes", Short: "The exit codes of the commands", Long: exitCodes})
	refuseNonsense(root)
	prepare(root)
	return root
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of this tool",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "skua version %s\n", version())
			return err
		},
	}
}

// flagError names the flag that an unknown one may stand for.
func flagError(cmd *cobra.Command, err error) error {
	if cmd.HasSubCommands() && cmd.Flags().NArg() > 0 {
		return noSuchCommand(cmd, cmd.Flags().Args()) // the flags may be those of what was meant
	}
	said := text.Visible(err.Error())
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			name = short // one dash may stand for two
		}
		said += flags.Nearest(cmd.Flags(), name)
	}
	return errors.New(said)
}

// noSuchCommand is the Args of a command that has others and no arguments.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return fmt.Errorf("unknown command %q for %q%s", text.Visible(args[0]), cmd.CommandPath(), flags.Instead(args[0], names))
}

// refuseNonsense makes usage errors of arguments for which cobra's own commands,
// help and completion, print some help.
func refuseNonsense(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Run, cmd.RunE = nil, func(_ *cobra.Command, args []string) error { return helpOn(root, args) }
		case "completion":
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

func helpOn(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err != nil || len(rest) > 0 {
		return exit.Errorf(exit.Usage, "help: %w", noSuchCommand(cmd, rest))
	}
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	return cmd.Help()
}

// prepare makes every error that a command returns an exit.Error, so that the
// errors without a code are those of cobra itself: usage. Commands that are there for others name the
// nearest one.
func prepare(cmd *cobra.Command) {
	if cmd.HasSubCommands() && cmd.Args == nil {
		cmd.Args = noSuchCommand
	}
	if run := cmd.RunE; run != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			err := run(cmd, args)
			if _, ok := errors.AsType[*exit.Error](err); ok || err == nil {
				return err
			}
			return exit.With(exit.Failed, err)
		}
	}
	for _, sub := range cmd.Commands() {
		prepare(sub)
	}
}

// version is the module's version, with the commit it was built from if known.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v += " (" + s.Value + ")"
		}
	}
	return v
}
