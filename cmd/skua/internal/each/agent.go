package each

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/remote"
)

// AgentCommand makes the other end of skua each --on: what that starts on a host.
func AgentCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "each-agent",
		Short:  "Run commands for a skua each on another machine, which starts this over ssh",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return remote.Agent(cmd.Context(), os.Stdin, os.Stdout)
		},
	}
}
