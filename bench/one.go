package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
)

func newOneCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "one CASE PEER [key=value …]",
		Short: "Run one case of one peer in this process, and print one line of JSON",
		Long: `Run one case of one peer in this process, and print one line of JSON.

This is what run starts for each sample. Keys that all cases have: workers=2, and
ms=400, the time for repetitions. The others are the parameters of the case, as
list shows them; those that are left out are those of its first row.`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := cases.Find(args[0])
			if err != nil {
				return err
			}
			w, err := c.Way(args[1])
			if err != nil {
				return err
			}
			if w.Start == nil {
				return fmt.Errorf("%s is not a Go program: run its own in bench/native/bin", w.Name)
			}
			o, err := readOne(c, w, args[2:])
			if err != nil {
				return err
			}
			s, err := drive.Measure(c, w, o.params, o.workers, o.budget)
			if err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(s)
		},
	}
}

type one struct {
	params  cases.Params
	workers int
	budget  time.Duration
}

// readOne reads parameters over those of the case's first row that has all of them.
func readOne(c cases.Case, w cases.Way, texts []string) (one, error) {
	o := one{workers: 2, budget: 400 * time.Millisecond}
	given, err := cases.ParseParams(texts)
	if err != nil {
		return o, err
	}
	var own cases.Params
	for _, p := range given {
		n, err := strconv.Atoi(p.Value)
		switch p.Key {
		case "workers":
			o.workers = n
		case "ms":
			o.budget = time.Duration(n) * time.Millisecond
		default:
			own, err = append(own, p), nil
		}
		if err != nil {
			return o, notNumber(p)
		}
	}
	if o.workers < 1 {
		return o, fmt.Errorf("workers=%d: want at least 1", o.workers)
	}
	row, err := rowOf(c, own)
	if err != nil {
		return o, err
	}
	o.params = c.ParamsOf(w, row)
	for _, p := range own {
		if isNumber(row.Text(p.Key)) && !isNumber(p.Value) {
			return o, notNumber(p)
		}
		o.params = o.params.With(p.Key, p.Value)
	}
	return o, nil
}

// rowOf returns the first row of c that has all keys that own has.
func rowOf(c cases.Case, own cases.Params) (cases.Params, error) {
	rows := c.Rows(false)
	for _, p := range own {
		rows = slices.DeleteFunc(rows, func(row cases.Params) bool { return row.Text(p.Key) == "" })
		if len(rows) == 0 {
			return nil, fmt.Errorf("case %s has no parameter %q", c.ID, p.Key)
		}
	}
	return rows[0], nil
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

func notNumber(p cases.Param) error {
	return fmt.Errorf("parameter %s=%s is not a number", p.Key, p.Value)
}

func newHogCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "hog",
		Short:  "Use one processor until killed",
		Hidden: true,
		Args:   cobra.NoArgs,
		Run: func(*cobra.Command, []string) {
			runtime.GOMAXPROCS(1)
			for parent := os.Getppid(); os.Getppid() == parent; { // not longer than the process that started it
				for range 10_000_000 {
				}
			}
		},
	}
}
