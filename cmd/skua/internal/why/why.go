package why

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/trace"
)

// Below is the exit code of --fail-below.
const Below = 4

const maxRuns = 100 // arbitrary

const long = `Run a program that uses skua, and say why it was not as many times faster as there are
processors: a sentence whose numbers add up, then the causes, the call sites, and what
would be if. What the recording cost is one of the causes.

Before a go command, as in go run or go test, this command adds the build tag skua_record, and
the program needs no change. A program that is built already must have been built with that tag,
or import the package trace/record.

  too little to do   nothing else could run while a call site ran
  cut too fine       loops, calls or tasks were too short to share
  waited             tasks waited: for locks, for input, for sleep
  memory or clock    the same work took longer than it takes alone
  garbage collector  it took processor time, or stopped the workers
  other programs     they had the processors; or the container's limit was reached
  no worker yet      work was there, and no worker had it
  measuring          the recorder itself

The program has the standard input, output and error of this command; with --json its output
goes to standard error. Its exit code is the one of this command, unless it is 0. Flags of
this command stand before the program. At an interrupt the program is interrupted too, and what
it recorded until then is shown.

--fail-if compares with --base, or with what it names, by processor time and counts, which other
programs of the machine change little: 'work > 1.1x, span > 300ms, steals > 1000'. It knows work,
span, parallelism, gc, allocations, calls, loops, tasks, forks that were recorded, and steals.

The exit code is 4 if --fail-below says so, 5 if --fail-if does, 1 if the program left no recording.`

const example = `  skua why ./render scene.json
  skua why go run ./examples/programs/kdtree
  skua why --serial ./render scene.json
  skua why --json ./render scene.json > old.json
  skua why --base old.json --fail-if 'work > 1.1x, span > 1.2x' --runs 3 ./render scene.json`

// options are the flags.
type options struct {
	json, serial bool
	html, base   string
	perfetto     string
	failBelow    float64
	failIf       gate
	runs         int
}

func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:     "why [flags] PROGRAM [ARG...]",
		Short:   "Run a program and say where its speed-up went",
		Long:    long,
		Example: example,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("why: name a program to run")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd); err != nil {
				return exit.Errorf(exit.Usage, "why: %w", err)
			}
			return o.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.SetInterspersed(false)
	flags.JSON(cmd, &o.json)
	f.BoolVar(&o.serial, "serial", false, "run once more with one processor, to tell slow memory from work")
	f.StringVar(&o.html, "html", "", "write the recording as a page into `FILE`")
	f.StringVar(&o.perfetto, "perfetto", "", "write the recording for the viewers of Perfetto and Chrome into `FILE`")
	f.StringVar(&o.base, "base", "", "name what was lost since the recording in `FILE`, which --json wrote")
	f.Float64Var(&o.failBelow, "fail-below", 0, "fail if less than this `SHARE` of the processors was used: 0 to 1")
	f.Var(&o.failIf, "fail-if", "fail if one of these holds, as in 'work > 1.1x, span > 300ms'")
	f.IntVar(&o.runs, "runs", 1, fmt.Sprintf("run up to `N` times, 1 to %d, and fail only if --fail-if holds each time", maxRuns))
	return cmd
}

func (o *options) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("fail-below") && !(o.failBelow > 0 && o.failBelow <= 1) {
		return fmt.Errorf("bad value %v for fail-below: want more than 0, and at most 1", o.failBelow)
	}
	if o.runs < 1 || o.runs > maxRuns {
		return fmt.Errorf("bad value %d for runs: want a whole number from 1 to %d", o.runs, maxRuns)
	}
	if o.runs > 1 && len(o.failIf) == 0 {
		return errors.New("--runs is for --fail-if")
	}
	if o.base == "" {
		for _, c := range o.failIf {
			if c.factor {
				return fmt.Errorf("--fail-if %q compares with a recording: name one by --base, or a limit without x", c.Text)
			}
		}
	}
	return nil
}

// run records the program, and says what it found out.
func (o *options) run(cmd *cobra.Command, args []string) error {
	var base *trace.Report
	if o.base != "" { // before the program, which may take long
		var err error
		if base, err = readReport(o.base); err == nil {
			err = o.failIf.from(base)
		}
		if err != nil {
			return exit.Errorf(exit.NotStarted, "why: --base: %w", err)
		}
	}
	p := program{args: args, stdin: os.Stdin, stdout: cmd.OutOrStdout(), stderr: cmd.ErrOrStderr()}
	if o.json {
		p.stdout = p.stderr
	}
	r, ended := p.record(cmd.Context())
	if r == nil {
		return ended
	}
	d := document{SchemaVersion: schemaVersion, Report: r}
	if o.serial && ended == nil {
		d.Serial = compareSerial(cmd.Context(), &p, r)
	}
	d.Verdict = r.Verdict()
	d.WhatIf = whatIf(r)
	if base != nil {
		d.Base = since(base, r)
	}
	var worse error
	if len(o.failIf) > 0 && ended == nil {
		var judged int
		if judged, worse = o.failIf.run(cmd.Context(), &p, r, o.runs); judged > 0 {
			d.FailIf = o.failIf
		}
	}
	err := errors.Join(o.print(cmd, &d), o.files(r), ended)
	if err == nil && aborted(cmd.Context()) {
		return context.Cause(cmd.Context()) // the program ended well all the same
	}
	if err == nil {
		err = errors.Join(o.judge(&d), worse)
	}
	return err
}

// print writes what was found out, as the flags say.
func (o *options) print(cmd *cobra.Command, d *document) error {
	if o.json {
		return output.WriteJSON(cmd.OutOrStdout(), d)
	}
	return d.table(cmd.OutOrStdout())
}

// files writes the files that the flags name.
func (o *options) files(r *trace.Report) error {
	return errors.Join(file(o.html, r.WriteHTML), file(o.perfetto, r.WritePerfetto))
}

// file writes a file, if it has a name.
func file(name string, write func(w io.Writer) error) error {
	if name == "" {
		return nil
	}
	var b bytes.Buffer
	err := write(&b)
	if err == nil {
		err = os.WriteFile(name, b.Bytes(), 0o666)
	}
	if err != nil {
		return exit.Errorf(exit.Failed, "why: %w", err)
	}
	return nil
}

// judge is --fail-below.
func (o *options) judge(d *document) error {
	if o.failBelow == 0 {
		return nil
	}
	v := d.Verdict
	if v.Refusal != "" || v.Workers < 2 {
		return exit.Errorf(exit.Failed, "why: --fail-below: nothing is known of how well %d workers did", v.Workers)
	}
	if used := v.SpeedUp / float64(v.Workers); used < o.failBelow {
		return exit.Errorf(Below, "why: %.2f of the processors was used, want at least %v", used, o.failBelow)
	}
	return nil
}

// aborted reports whether the user has had enough.
func aborted(ctx context.Context) bool { return ctx.Err() != nil }
