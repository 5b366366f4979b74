package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/bench/internal/drive"
	"github.com/skua-go/skua/bench/internal/table"
)

func newReportCommand() *cobra.Command {
	var root string
	cmd := &cobra.Command{
		Use:   "report FILE.json",
		Short: "Write docs/benchmarks.md, and the short table of README.md, from a run",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			results, err := drive.Load(args[0])
			if err != nil {
				return err
			}
			readme, err := table.Publish(results, root)
			if err == nil && !readme {
				fmt.Fprintln(cmd.ErrOrStderr(), "bench: README.md has no marks for the short table; left as it is")
			}
			return err
		},
	}
	cmd.Flags().StringVar(&root, "root", ".", "`folder` of the repository")
	return cmd
}

// tables are those of all cases.
func tables(r *drive.Results) string {
	text := ""
	for _, c := range r.Cases {
		text += table.Case(c) + "\n"
	}
	return text
}
