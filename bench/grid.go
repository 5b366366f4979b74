package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/bench/internal/grid"
	"github.com/skua-go/skua/lab/gauge"
)

type gridOptions struct {
	quick bool
	out   string
	root  string
}

func newGridCommand() *cobra.Command {
	var o gridOptions
	cmd := &cobra.Command{
		Use:   "grid [FUNCTION …]",
		Short: "Measure par against serial loops at every size, and say where it is slower",
		Long: `Measure par against serial loops at every size, and say where it is slower.

For the functions of par, all if none is named, lengths from 0 to 10⁷ and elements of 1 ns to 1 µs, with one
worker and with two: par, the serial loop over the same function value, the loop that the compiler inlines,
and halves of that on two goroutines, in turns. A cell is red where par is slower than the loop over the
same function value by more than 5 % and 0.5 µs, or where a second worker gains less than 1.6 times from 100 µs
of work on though two goroutines alone gain as much. Cells of more than 0.2 s of work are left out.

A quick run, without cells of more than 5 ms, takes two minutes. A whole one takes an hour or more where other
programs have the processors (not measured on a quiet machine: some 15 minutes by the sum of its samples).`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.measure(cmd, args) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.quick, "quick", false, "leave out cells of more than 5 ms, and take fewer rounds")
	f.StringVar(&o.out, "out", "", "store what was found in `FILE` (default: print how many cells are red)")
	report := &cobra.Command{
		Use:   "report BEFORE.tsv [NOW.tsv]",
		Short: "Write bench/docs/grid.md and its pictures from runs of grid",
		Args:  cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			runs, err := loadGrids(args)
			if err != nil {
				return err
			}
			return grid.Publish(o.root, runs)
		},
	}
	report.Flags().StringVar(&o.root, "root", ".", "`folder` of the repository")
	cmd.AddCommand(report, newGridPartCommand())
	return cmd
}

func loadGrids(names []string) (runs []*grid.Run, err error) {
	for _, name := range names {
		r, err := grid.Load(name)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// measure starts a process for each function and number of workers: what one has left in the memory of
// loops and in the heap is not the next one's.
func (o *gridOptions) measure(cmd *cobra.Command, names []string) error {
	if len(names) == 0 {
		names = grid.Names()
	}
	for _, name := range names {
		if _, err := subject(name); err != nil {
			return err
		}
	}
	begin := time.Now()
	run := &grid.Run{
		Machine: gauge.ThisMachine(), Date: begin.UTC().Truncate(time.Second), Quick: o.quick, Limit: o.plan().Limit,
		Command: strings.TrimSpace("go run ./bench grid " + strings.Join(os.Args[min(2, len(os.Args)):], " ")),
	}
	for _, name := range names {
		for workers := 1; workers <= 2; workers++ {
			cells, err := o.part(cmd.Context(), name, workers)
			if err != nil {
				return fmt.Errorf("%s with %d workers: %w", name, workers, err)
			}
			run.Cells = append(run.Cells, cells...)
			fmt.Fprintf(cmd.ErrOrStderr(), "%s with %d workers: %d of %d cells are red\n", name, workers, grid.Reds(cells), len(cells))
		}
	}
	run.Took, run.After = time.Since(begin).Round(time.Second).String(), gauge.ThisMachine().Load
	if o.out != "" {
		return run.Save(o.out)
	}
	_, err := io.WriteString(cmd.OutOrStdout(), grid.Counts([]*grid.Run{run}))
	return err
}

func (o *gridOptions) plan() grid.Plan {
	if o.quick {
		return grid.Quick
	}
	return grid.Whole
}

func subject(name string) (grid.Subject, error) {
	all := grid.Subjects()
	at := slices.IndexFunc(all, func(s grid.Subject) bool { return s.Name == name })
	if at < 0 {
		return grid.Subject{}, fmt.Errorf("no function %q: want some of %s", name, strings.Join(grid.Names(), ", "))
	}
	return all[at], nil
}

// part runs gridpart in a process of its own.
func (o *gridOptions) part(ctx context.Context, name string, workers int) (cells []grid.Cell, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	child := exec.CommandContext(ctx, self, "grid", "part", name, strconv.Itoa(workers), "--quick="+strconv.FormatBool(o.quick))
	child.Stderr = os.Stderr
	lines, err := child.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := child.Start(); err != nil {
		return nil, err
	}
	for in := bufio.NewScanner(lines); in.Scan(); {
		c, wrong := grid.ParseCell(in.Text())
		err = errors.Join(err, wrong)
		cells = append(cells, c)
	}
	return cells, errors.Join(err, child.Wait())
}

func newGridPartCommand() *cobra.Command {
	var o gridOptions
	cmd := &cobra.Command{
		Use:    "part FUNCTION WORKERS",
		Short:  "Measure one function in this process, and print lines of the file",
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := subject(args[0])
			if err != nil {
				return err
			}
			workers, err := strconv.Atoi(args[1])
			if err != nil || workers < 1 {
				return fmt.Errorf("%q workers: want a positive number", args[1])
			}
			return o.plan().Measure(s, workers, func(c grid.Cell) error {
				_, err := io.WriteString(cmd.OutOrStdout(), c.Line())
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&o.quick, "quick", false, "as of grid")
	return cmd
}
