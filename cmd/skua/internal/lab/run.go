package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	labreport "github.com/skua-go/skua/cmd/internal/report"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims"
)

type options struct {
	quick, full, fresh, json bool
	out                      string
	seed                     uint64
	dash                     dash.Flag
}

func (o options) lab() lab.Options {
	return lab.Options{Quick: !o.full, Seed: o.seed, Dir: o.out, Fresh: o.fresh}
}

const runLong = `Run experiments and print their verdicts. In the directory of --out each leaves

  ID.json    the finding, with machine, parameters and figures
  ID.csv     the samples
  ID.ndjson  the cases, each written when it was taken

and all together a report, report.html. After an interrupt the same command goes
on with the cases that are missing. What is complete is not measured again, but
judged again; --fresh measures all of it anew. Cases of a run with other settings,
on another machine or of another commit are refused, not mixed in. Only go build
tells the tool its commit: after a change of the code, go run wants --fresh.

The exit code is 0 if every experiment came to a verdict, whichever it is, and 1
if one failed.`

const runExample = `  skua lab run all
  skua lab run overheads --full --out results --json`

func runCommand() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:     "run ID... | run all",
		Short:   "Run experiments and print their verdicts",
		Long:    runLong,
		Example: runExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("lab run: name experiments, or all")
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) (all []string, _ cobra.ShellCompDirective) {
			for _, e := range experiments() {
				all = append(all, e.ID+"\t"+e.Source)
			}
			return append(all, "all"), cobra.ShellCompDirectiveNoFileComp
		},
		Annotations: map[string]string{output.LeavesMore: "cases, results and a report"},
		RunE:        func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.quick, "quick", false, "take the quick values of the parameters (the default)")
	f.BoolVar(&o.full, "full", false, "take the full values of the parameters")
	cmd.MarkFlagsMutuallyExclusive("quick", "full")
	f.StringVar(&o.out, "out", "lab-results", "keep cases and results in `DIR`")
	f.Uint64Var(&o.seed, "seed", 1, "start the random numbers from `N`")
	f.BoolVar(&o.fresh, "fresh", false, "forget the cases that --out has of these experiments")
	f.BoolVar(&o.json, "json", false, "print one JSON document")
	o.dash.Bind(f)
	return cmd
}

// run runs the experiments until the first interrupt, and a little longer for
// one that looks at it.
func (o *options) run(cmd *cobra.Command, args []string) error {
	list, err := chosen(args)
	if err != nil {
		return exit.Errorf(exit.Usage, "lab run: %w", err)
	}
	if err := o.ready(list); err != nil {
		return exit.With(exit.NotStarted, err)
	}
	r := newProgress(cmd.OutOrStdout(), cmd.ErrOrStderr(), o.json, len(list))
	board, err := o.dash.Start(cmd, dash.Show{Progress: r.shown})
	if err != nil {
		return err
	}
	defer board.Close()
	stopShowing := r.show()
	err = interrupt.Supervise(cmd.Context(), func(ctx context.Context) error { return o.runAll(ctx, list, r) })
	stopShowing()
	interrupted := cmd.Context().Err() != nil
	if err == nil && !interrupted {
		err = o.report(r)
	}
	if interrupted {
		r.display.Message(fmt.Sprintf("skua: lab: what was measured is in %s; the same command goes on from there", text.Path(o.out)))
	}
	return errors.Join(err, r.end(interrupted))
}

// ready finds out before anything is measured that something could not be kept.
func (o *options) ready(list []lab.Experiment) error {
	if o.out == "" {
		return errors.New("lab run: --out is empty")
	}
	if err := writable(o.out); err != nil {
		return fmt.Errorf("lab run: %w", err)
	}
	for _, e := range list {
		_, err := lab.Saved(e, o.lab())
		if errors.Is(err, lab.ErrOther) {
			return fmt.Errorf("lab run: %w; --fresh measures anew, --out DIR elsewhere", err)
		} else if err != nil {
			return fmt.Errorf("lab run: %w", err)
		}
	}
	return nil
}

// writable makes dir if it is missing, and tries to write a file there.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".skua-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// runAll runs one experiment after the other. One that fails does not stop the
// others; an output that takes no more does.
func (o *options) runAll(ctx context.Context, list []lab.Experiment, r *progress) error {
	opts := o.lab()
	opts.Progress = r.progress
	for i, e := range list {
		r.begin(i, e.ID)
		if n, _ := lab.Saved(e, opts); n > 0 { // Run fails if this did
			r.display.Message(fmt.Sprintf("skua: lab: %s: cases saved before: %d; --fresh forgets them", e.ID, n))
		}
		res, err := lab.Run(ctx, e, opts)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := r.add(e.ID, res, err); err != nil {
			return err
		}
	}
	return nil
}

// report brings the report up to date with all results of the directory.
func (o *options) report(r *progress) error {
	results, err := lab.ReadResults(o.out, claims.All())
	if err != nil {
		if len(r.Results) == 0 {
			return nil // all failed, which is said already
		}
		return fmt.Errorf("lab run: %w", err)
	}
	if err := labreport.Write(o.out, results); err != nil {
		return fmt.Errorf("lab run: %w", err)
	}
	r.display.Message(fmt.Sprintf("skua: lab: the report is %s", text.Path(filepath.Join(o.out, labreport.Page))))
	return nil
}
