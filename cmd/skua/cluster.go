package main

import (
	"encoding/json"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

const clusterSchemaVersion = 1 // of the documents that the cluster commands print

func newClusterCommand() *cobra.Command {
	var p place
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Look at a cluster and submit jobs to it",
		Long: `Look at a cluster and submit jobs to it. A node of it is started with skua worker.
` + placeHelp + `

A directory needs no node to be looked at: what a cluster stored there is shown also
when all its processes have ended.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	p.flags(cmd)
	for _, construct := range []func(*place) *cobra.Command{
		newStatusCommand, newJobsCommand, newDeadCommand, newRetryCommand, newCancelCommand,
		newForgetCommand, newExplainCommand, newSubmitCommand, newResultsCommand,
	} {
		cmd.AddCommand(construct(&p))
	}
	return cmd
}

// jsonFlag adds --json to a command that prints one document.
func jsonFlag(cmd *cobra.Command, on *bool) {
	cmd.Flags().BoolVar(on, "json", false, "print one JSON document")
}

// writeJSON prints a document.
func writeJSON(w io.Writer, document any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(document)
}

// newTable returns a writer whose lines are cells with tabs between them.
func newTable(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }
