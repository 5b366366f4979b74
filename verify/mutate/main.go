package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// task is what the command line asks for.
type task struct {
	packages []string
	choice   choice
	file     string // of results
	list     bool
	report   bool
	retry    bool
	budget   time.Duration
}

func main() {
	t, err := parse(os.Args[1:])
	if err == nil {
		err = t.run()
	}
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func parse(args []string) (task, error) {
	var t task
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	packages := flags.String("pkg", "deque,internal/indices,internal/roster,internal/tally,internal/views/left,span,internal/sleep,internal/park,internal/line,internal/crew,internal/fork,internal/loop,internal/loop/cost,internal/loop/tray,internal/spawn,internal/sched", "the packages, `directories` separated by commas")
	match := flags.String("run", "", "only mutants whose \"file:line rule id\" matches this `pattern`")
	shard := flags.String("shard", "", "only every n-th, from the i-th on: `i/n`")
	flags.IntVar(&t.choice.sample, "sample", 0, "at most this many of each package")
	flags.StringVar(&t.choice.seed, "seed", "1", "which ones a sample takes")
	flags.StringVar(&t.file, "o", "bin/mutants.jsonl", "append the results to this `file`; those in it are not tried again")
	flags.BoolVar(&t.list, "list", false, "list the mutants and try none")
	flags.BoolVar(&t.report, "report", false, "report what is in the file of results and try none")
	flags.BoolVar(&t.retry, "retry", false, "try again what survived without a reason")
	flags.DurationVar(&t.budget, "budget", 5*time.Minute, "of one mutant: begin no stage later")
	if err := flags.Parse(args); err != nil {
		return t, flag.ErrHelp
	}
	if flags.NArg() > 0 {
		return t, fmt.Errorf("unknown argument %q", flags.Arg(0))
	}
	t.packages = strings.Split(*packages, ",")
	for _, pkg := range t.packages {
		if plans[pkg] == nil {
			return t, fmt.Errorf("-pkg %s: no stages for this package", pkg)
		}
	}
	var err error
	if t.choice.match, err = regexp.Compile(*match); err != nil {
		return t, err
	}
	return t, t.choice.parseShard(*shard)
}

func (t task) run() error {
	why, err := parseReasons(reasons)
	if err != nil {
		return err
	}
	all, chosen := map[string][]Mutant{}, map[string][]Mutant{}
	for _, pkg := range t.packages {
		if all[pkg], err = Find(".", pkg); err != nil {
			return err
		}
		chosen[pkg] = t.choice.pick(all[pkg])
	}
	if t.list {
		show(t.packages, chosen)
		return nil
	}
	if !t.report {
		if err := t.tryAll(chosen, why); err != nil {
			return err
		}
	}
	results, err := read(t.file)
	if err != nil {
		return err
	}
	open := report(os.Stdout, t.packages, chosen, results, why)
	for _, key := range stale(t.packages, all, why) {
		fmt.Printf("\nsurvivors.txt names a mutant that is no more: %s\n", key)
	}
	if open > 0 {
		return fmt.Errorf("%d survivors without a reason", open)
	}
	return nil
}

func show(packages []string, chosen map[string][]Mutant) {
	for _, pkg := range packages {
		for _, m := range chosen[pkg] {
			fmt.Printf("%s %4d %s\n", m.ID, m.Line, m.Key)
		}
	}
}

// tryAll tries the chosen mutants that have no result yet.
func (t task) tryAll(chosen map[string][]Mutant, why map[string]reason) error {
	known, err := read(t.file)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "skua-mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	l := newLab(ctx, ".", dir, planOf, t.budget, os.Stdout)
	for _, pkg := range t.packages {
		rest := slices.DeleteFunc(slices.Clone(chosen[pkg]), func(m Mutant) bool {
			r, ok := known[m.Key]
			return ok && !(t.retry && r.Verdict == survived && why[m.Key].kind == "")
		})
		if len(rest) == 0 {
			continue
		}
		for i, m := range rest {
			r, err := l.try(m)
			if err != nil {
				return err
			}
			fmt.Printf("%4d/%d %-8s %5.1f s  %s:%d %s  %s %s\n", i+1, len(rest), r.Verdict, r.Seconds, m.File, m.Line, m.Rule, r.Stage, r.By)
			if err := add(t.file, r); err != nil {
				return err
			}
		}
	}
	return nil
}
