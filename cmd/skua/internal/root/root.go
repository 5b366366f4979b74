package root

import (
	"errors"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/text"
)

const rootLong = `Work stealing for Go: run it, measure it, see it.

Data goes to standard output, messages go to standard error. The exit code is
  0    if all went well
  1    if some items failed, or the output could not be written
  2    for a usage error
  3    if nothing could start
  130  after SIGINT, 143 after SIGTERM, 129 after SIGHUP: by dying of the signal, so that
       the loop of a script ends too; a second signal kills
  141  if nobody reads the output any more`

// newCommand assembles the tool from its commands.
func newCommand(commands []func() *cobra.Command, stdout *output.Standard, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:           "skua",
		Short:         "Work stealing for Go: run it, measure it, see it",
		Long:          rootLong,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return stdout.Require(cmd, stderr)
		},
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return errors.New(text.Visible(err.Error())) })
	for _, construct := range commands {
		root.AddCommand(construct())
	}
	refuseNonsense(root)
	giveCodes(root)
	return root
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
		return exit.Errorf(exit.Usage, "help: unknown command %q", strings.Join(args, " "))
	}
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	return cmd.Help()
}

// giveCodes makes every error that a command returns an exitError, so that the
// errors without a code are those of cobra itself: usage.
func giveCodes(cmd *cobra.Command) {
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
		giveCodes(sub)
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
