package run

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
	"github.com/skua-go/skua/lab/workload"
)

const maxRuns = 1000 // arbitrary

// options are the flags that every workload shares.
type options struct {
	workers, runs int
	json          bool
	dash          dash.Flag
}

const long = `Run one workload on the scheduler and against its sequential twin.

In each of the runs the sequential twin, the parallel version on one worker and
the parallel version on all workers take turns, so that a machine that becomes
slower meanwhile slows all three. The answers are checked. Every figure is the
median over the runs, with the minimum and the maximum beside it:

  seq_ns           time of the sequential twin
  one_ns           time of the parallel version on one worker
  par_ns           time of the parallel version on --workers
  tasks            forks, spawned tasks or loops in one run
  ns_per_task      par_ns / tasks
  overhead_ratio   one_ns / seq_ns, at every number of workers: the price of the
                   forks alone
  speedup          seq_ns / par_ns: against the plain sequential program
  steals, parks    in one run on --workers
  allocs_per_task  heap allocations in one run on --workers / tasks

With --dashboard the runs on all workers are recorded and shown, which costs them some
time: then the figures are for looking, not for comparing.

The exit code is 1 if an answer is wrong.`

const example = `  skua run fib --n 40
  skua run nqueens --n 14 --workers 2 --runs 11
  skua run uts --tree T3 --json
  skua run batch --runs 3
  skua run heat --n 512 --steps 1000 --workers 2
  skua run uts -t 1 -a 3 -d 10 -b 4 -r 19`

// Command has one subcommand for each workload, with its parameters as
// flags.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:     "run WORKLOAD",
		Short:   "Run one workload against its sequential twin",
		Long:    long,
		Example: example,
		// The flags of a workload that does not exist are not worth an error.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		Args:               cobra.ArbitraryArgs,
		RunE:               func(_ *cobra.Command, args []string) error { return noSuchWorkload(args) },
	}
	f := cmd.PersistentFlags()
	f.IntVar(&o.workers, "workers", min(runtime.GOMAXPROCS(0), flags.MaxWorkers), "run on `P` workers")
	f.IntVar(&o.runs, "runs", 5, fmt.Sprintf("measure `N` times, 1 to %d", maxRuns))
	f.BoolVar(&o.json, "json", false, "print one JSON object instead of a table")
	o.dash.Bind(f)
	for _, w := range workload.All() {
		cmd.AddCommand(newWorkloadCommand(w, &o))
	}
	return cmd
}

func noSuchWorkload(args []string) error {
	var names []string
	for _, w := range workload.All() {
		names = append(names, w.Name)
	}
	if len(args) > 0 {
		_, err := workload.Find(args[0])
		return exit.Errorf(exit.Usage, "run: %w%s", err, flags.Instead(args[0], names))
	}
	return exit.Errorf(exit.Usage, "run: name a workload: %s", strings.Join(names, ", "))
}

func newWorkloadCommand(w workload.Workload, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   w.Name,
		Short: w.Doc,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("run %s: unexpected argument %q: parameters are flags", w.Name, args[0])
			}
			return nil
		},
	}
	for _, p := range w.Params {
		cmd.Flags().VarP(&param{text: p.Default}, p.Name, p.Short, p.Doc)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		in, err := w.New(given(cmd.Flags()))
		if err = errors.Join(err, o.check()); err != nil {
			return exit.With(exit.Usage, exit.Within("run "+w.Name, err))
		}
		return runWorkload(cmd, w.Name, in, *o)
	}
	return cmd
}

func (o options) check() error {
	if err := flags.Workers(o.workers, 1); err != nil {
		return err
	}
	if o.runs < 1 || o.runs > maxRuns {
		return fmt.Errorf("bad value %d for runs: want a whole number from 1 to %d", o.runs, maxRuns)
	}
	pool, err := skua.New(skua.WithWorkers(1))
	if err == nil {
		err = pool.Close()
	}
	return err
}

// param is the flag of a workload's parameter. The workload checks its text.
type param struct{ text string }

func (p *param) String() string        { return p.text }
func (p *param) Set(text string) error { p.text = text; return nil }
func (p *param) Type() string          { return "value" }

// given returns the parameters that the user set.
func given(flags *pflag.FlagSet) workload.Args {
	args := workload.Args{}
	flags.Visit(func(f *pflag.Flag) {
		if p, ok := f.Value.(*param); ok {
			args[f.Name] = p.text
		}
	})
	return args
}

// runWorkload measures, prints, and fails if an answer is wrong.
func runWorkload(cmd *cobra.Command, name string, in *workload.Instance, o options) error {
	m, err := measure(cmd, in, o)
	if err != nil {
		return err
	}
	r := newReport(name, in, o, m)
	print := r.table
	if o.json {
		print = r.json
	}
	if err := print(cmd.OutOrStdout()); err != nil {
		return err
	}
	if m.wrong != nil {
		return exit.Errorf(exit.Failed, "run %s: %w", name, m.wrong)
	}
	return nil
}
