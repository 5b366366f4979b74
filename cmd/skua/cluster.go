package main

import (
	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/place"
)

const clusterSchemaVersion = 1 // of the documents that the cluster commands print

func newClusterCommand() *cobra.Command {
	var p place.Place
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Look at a cluster and submit jobs to it",
		Long: `Look at a cluster and submit jobs to it. A node of it is started with skua worker.
` + place.Help + `

A directory needs no node to be looked at: what a cluster stored there is shown also
when all its processes have ended.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	p.Flags(cmd)
	for _, construct := range []func(*place.Place) *cobra.Command{
		newStatusCommand, newJobsCommand, newDeadCommand, newRetryCommand, newCancelCommand,
		newForgetCommand, newExplainCommand, newSubmitCommand, newResultsCommand,
	} {
		cmd.AddCommand(construct(&p))
	}
	return cmd
}
