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
		Use:   "report FILE.json [MORE.json …]",
		Short: "Write bench/docs/benchmarks.md, and the short table of README.md, from a run",
		Long: `Write bench/docs/benchmarks.md, and the short table of README.md, from a run.

Cases of further files stand in place of those of the files before, with a sentence that
says when and by what they were measured. Numbers from another processor, or with other
workers or sizes, are refused: they cannot stand in one table.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			results, err := loadAll(args)
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

// loadAll reads the files and merges the later ones into the first.
func loadAll(names []string) (all *drive.Results, err error) {
	for _, name := range names {
		r, err := drive.Load(name)
		if err == nil && all != nil {
			err = all.Merge(r)
		} else if err == nil {
			all, err = r, r.Comparable()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return all, nil
}

// tables are those of all cases.
func tables(r *drive.Results) string {
	text := ""
	for _, c := range r.Cases {
		text += table.Case(c) + "\n"
	}
	return text
}
