package test

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/testgroups"
)

// agent is the name of the command of AgentCommand.
const agent = "test-agent"

// AgentCommand makes what go test starts in place of a test binary.
func AgentCommand() *cobra.Command {
	return &cobra.Command{
		Use:                agent,
		Short:              "Run a test binary for a skua test, whose go test starts this",
		Hidden:             true,
		DisableFlagParsing: true,
		// The exit code is the test binary's and means nothing else.
		Run: func(_ *cobra.Command, args []string) { os.Exit(testgroups.Run(args)) },
	}
}
