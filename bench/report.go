package main

import (
	"github.com/spf13/cobra"

	"github.com/skua-go/skua/bench/internal/drive"
	"github.com/skua-go/skua/bench/internal/table"
)

func newReportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "report FILE.json",
		Short: "Write docs/benchmarks.md, and the short table of README.md, from a run",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			results, err := drive.Load(args[0])
			if err != nil {
				return err
			}
			return table.Publish(results, ".")
		},
	}
}

// tables are those of all cases.
func tables(r *drive.Results) string {
	text := ""
	for _, c := range r.Cases {
		text += table.Case(c) + "\n"
	}
	return text
}
