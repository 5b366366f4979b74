package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/bench/internal/drive"
	"github.com/skua-go/skua/bench/internal/table"
)

// compared are the cases that show what a change of skua's core costs.
var compared = []string{"fib", "treesum-small", "nqueens", "scaling", "for", "flat", "sort"}

type compareOptions struct {
	run    runOptions
	rounds int
	time   time.Duration
}

func newCompareCommand() *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare REVISION [CASE …]",
		Short: "Run skua of a Git revision and skua of today in turns, and print the ratios",
		Long: `Run skua of a Git revision and skua of today in turns, and print the ratios.

The revision is built in a worktree of its own, which is removed at the end. Every
sample is a process of its own; the two builds swap places after each round, and each round has
them linked with their functions in another order. A ratio above 1 says that today's code is slower. Without names it runs what the core's
changes show in: fib, treesum-small, nqueens, scaling, for, flat and sort.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.compare(cmd, args[0], args[1:])
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.run.peers, "peer", nil, "ask only these `names` (default: skua's own)")
	f.IntVar(&o.rounds, "rounds", 9, "take `N` samples of each build")
	f.IntVar(&o.run.workers, "workers", 2, "give every pool `N` workers, and every child as many processors")
	f.IntVar(&o.run.layouts, "layouts", 5, "link each build in `N` orders of its functions")
	f.DurationVar(&o.time, "time", 200*time.Millisecond, "repeat for `TIME` in each sample")
	return cmd
}

func (o *compareOptions) compare(cmd *cobra.Command, revision string, ids []string) error {
	if o.rounds < 1 || o.time <= 0 || o.run.layouts < 1 {
		return fmt.Errorf("--rounds %d --time %v --layouts %d: want positive numbers", o.rounds, o.time, o.run.layouts)
	}
	if len(ids) == 0 {
		ids = compared
	}
	chosen, err := o.run.choose(ids)
	if err != nil {
		return err
	}
	driver, err := o.run.driver(cmd)
	if err != nil {
		return err
	}
	driver.Rounds, driver.Budget = o.rounds, o.time
	dir, err := os.MkdirTemp("", "skua-compare-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	before, err := buildRevision(cmd.Context(), dir, revision, o.run.layouts)
	if err != nil {
		return err
	}
	if driver.Layouts, err = build(cmd.Context(), "", dir, "after", o.run.layouts); err != nil {
		return err
	}
	var changes []drive.Change
	for _, c := range chosen {
		found, err := driver.Against(cmd.Context(), before, c)
		if err != nil {
			return err
		}
		changes = append(changes, found...)
	}
	fmt.Fprint(cmd.OutOrStdout(), table.Changes(changes))
	return nil
}

// buildRevision builds this program as it was at the revision, into dir. It leaves no
// worktree behind.
func buildRevision(ctx context.Context, dir, revision string, layouts int) (programs []string, err error) {
	tree := filepath.Join(dir, "tree")
	if err := quietly(ctx, "", "git", "worktree", "add", "--detach", tree, revision); err != nil {
		return nil, err
	}
	defer quietly(context.WithoutCancel(ctx), "", "git", "worktree", "remove", "--force", tree)
	return build(ctx, tree, dir, "before", layouts)
}

// quietly runs a command in dir; if it fails, what it said is the error.
func quietly(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, args[0], err, bytes.TrimSpace(said))
	}
	return nil
}
