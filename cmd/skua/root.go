package main

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// The exit codes of every command.
const (
	exitOK          = 0
	exitFailed      = 1   // some items failed; the others were done
	exitUsage       = 2   // nothing was started: bad flags or arguments
	exitNotStarted  = 3   // the request is well formed, but nothing could start
	exitInterrupted = 130 // 128 + SIGINT
)

// exitError is an error that chooses the exit code. An error of a command that
// is not one means exitFailed.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// exitf formats an error, as fmt.Errorf does, that ends the tool with code.
func exitf(code int, format string, args ...any) error {
	return &exitError{code, fmt.Errorf(format, args...)}
}

// newRoot assembles the tool from the rows of commands.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "skua",
		Short:         "Work stealing for Go: run it, measure it, see it",
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, construct := range commands {
		root.AddCommand(construct())
	}
	giveCodes(root)
	return root
}

// giveCodes makes every error that a command returns an exitError, so that the
// errors without a code are those of cobra itself: usage.
func giveCodes(cmd *cobra.Command) {
	if run := cmd.RunE; run != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			err := run(cmd, args)
			if _, ok := errors.AsType[*exitError](err); ok || err == nil {
				return err
			}
			return &exitError{exitFailed, err}
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
