package cluster

import (
	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/place"
)

const schemaVersion = 1 // of the documents that the cluster commands print

func Command() *cobra.Command {
	var p place.Place
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Look at a cluster and submit jobs to it",
		Long: `Look at a cluster and submit jobs to it. A node of it is started with skua worker.
` + place.Help + `

A directory needs no node to be looked at: what a cluster stored there is shown also
when all its processes have ended. Only submit founds a cluster where there is none.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	p.Flags(cmd)
	for _, construct := range []func(*place.Place) *cobra.Command{
		statusCommand, jobsCommand, deadCommand, retryCommand, cancelCommand,
		forgetCommand, explainCommand, submitCommand, resultsCommand,
	} {
		cmd.AddCommand(construct(&p))
	}
	return cmd
}
