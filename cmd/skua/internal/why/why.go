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

The exit code is 4 if --fail-below says so, 1 if the program left no recording.`

const example = `  skua why ./render scene.json
  skua why go run ./examples/programs/kdtree
  skua why --serial ./render scene.json
  skua why --json ./render scene.json > old.json
  skua why --base old.json --fail-below 0.8 ./render scene.json`

// options are the flags.
type options struct {
	json, serial bool
	html, base   string
	perfetto     string
	failBelow    float64
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
	return cmd
}

func (o *options) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("fail-below") && !(o.failBelow > 0 && o.failBelow <= 1) {
		return fmt.Errorf("bad value %v for fail-below: want more than 0, and at most 1", o.failBelow)
	}
	return nil
}

// run records the program, and says what it found out.
func (o *options) run(cmd *cobra.Command, args []string) error {
	var base *trace.Report
	if o.base != "" { // before the program, which may take long
		var err error
		if base, err = readReport(o.base); err != nil {
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
	err := errors.Join(o.print(cmd, &d), o.files(r), ended)
	if err == nil && aborted(cmd.Context()) {
		return context.Cause(cmd.Context()) // the program ended well all the same
	}
	if err == nil {
		err = o.judge(&d)
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
