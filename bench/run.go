package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
	"github.com/skua-go/skua/lab/gauge"
)

type runOptions struct {
	quick, full bool
	peers       []string
	rounds      int
	workers     int
	out         string
	native      string
	layouts     int
}

func newRunCommand() *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [CASE …]",
		Short: "Run cases, all if none is named, and store what was found",
		Long: `Run cases, all if none is named, and store what was found.

Every sample is a process of its own. All peers take their turn in each round, so
that what disturbs the machine disturbs them alike. A quick run takes some minutes
and tells whether everything works; numbers to show come from a full one.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd.Context(), cmd, args)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.quick, "quick", false, "small parameters, two rounds (default)")
	f.BoolVar(&o.full, "full", false, "the parameters that documents show, and cases that take long")
	f.StringSliceVar(&o.peers, "peer", nil, "ask only these `names`")
	f.IntVar(&o.rounds, "rounds", 0, "take `N` samples of each (default 2; in a full run 3 to 15, as far as time goes)")
	f.IntVar(&o.workers, "workers", 2, "give every pool `N` workers, and every child as many processors")
	f.StringVar(&o.out, "out", "", "store the results in `FILE`, and spare the cases that it has already from this program (default: print the report's tables)")
	f.StringVar(&o.native, "native", filepath.Join("bench", "native", "bin"), "`folder` of the native programs")
	f.IntVar(&o.layouts, "layouts", 0, "link the Go ways in `N` orders of their functions, one for each round in turn (default: as they are; in a full run 5)")
	cmd.MarkFlagsMutuallyExclusive("quick", "full")
	return cmd
}

func (o *runOptions) run(ctx context.Context, cmd *cobra.Command, ids []string) error {
	chosen, err := o.choose(ids)
	if err != nil {
		return err
	}
	driver, err := o.driver(cmd)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "skua-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if driver.Layouts, err = build(ctx, "", dir, "bench", o.layouts); err != nil {
		return err
	}
	begin := time.Now()
	results := &drive.Results{
		Machine: gauge.ThisMachine(),
		Date:    begin.UTC().Truncate(time.Second),
		Command: "go run ./bench " + strings.Join(os.Args[1:], " "),
		Workers: o.workers,
		Rounds:  driver.Rounds,
		Full:    o.full,
		Layouts: o.layouts,
	}
	if o.out != "" {
		results.Resume(o.out)
	}
	chosen = slices.DeleteFunc(chosen, func(c cases.Case) bool { return results.Has(c.ID) })
	fmt.Fprintf(cmd.ErrOrStderr(), "%d cases are there already; to do: %s\n", len(results.Cases), driver.Plan(chosen))
	for _, c := range chosen {
		found, err := driver.Run(ctx, c)
		if err != nil {
			return err
		}
		results.Add(found, time.Since(begin))
		if o.out == "" {
			continue
		}
		if err := results.Save(o.out); err != nil { // after each case: a run is long
			return err
		}
	}
	if o.out == "" {
		fmt.Fprint(cmd.OutOrStdout(), tables(results))
	}
	return nil
}

// choose returns the cases to run.
func (o *runOptions) choose(ids []string) ([]cases.Case, error) {
	var chosen []cases.Case
	if len(ids) == 0 {
		for _, c := range cases.All() {
			if o.full || !c.FullOnly {
				chosen = append(chosen, c)
			}
		}
		return chosen, nil
	}
	for _, id := range ids {
		c, err := cases.Find(id)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, c)
	}
	return chosen, nil
}

func (o *runOptions) driver(cmd *cobra.Command) (*drive.Driver, error) {
	if o.workers < 1 || o.rounds < 0 || o.layouts < 0 {
		return nil, fmt.Errorf("--workers %d --rounds %d --layouts %d: want positive numbers", o.workers, o.rounds, o.layouts)
	}
	if o.full && o.layouts == 0 && !cmd.Flags().Changed("layouts") {
		o.layouts = 5
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	d := &drive.Driver{
		Self: self, Native: o.native, Workers: o.workers, Full: o.full, Peers: o.peers,
		Rounds: 2, Budget: 150 * time.Millisecond, Deadline: 20 * time.Second, Stall: 2 * time.Second,
		Progress: cmd.ErrOrStderr(),
	}
	if o.full {
		d.Rounds, d.Budget, d.Deadline = 0, 250*time.Millisecond, 30*time.Second
		d.Patience = drive.Patience{Each: 20 * time.Second, All: 4 * time.Minute}
	}
	if o.rounds > 0 {
		d.Rounds = o.rounds
	}
	return d, nil
}
