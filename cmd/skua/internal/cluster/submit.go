package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/place"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
)

type submitOptions struct {
	place    *place.Place
	file     string
	priority string
	attempts int
	timeout  time.Duration
	keep     time.Duration
	id       string
	detach   bool
	json     bool
	dash     dash.Flag
}

const submitLong = `Submit a job: a task for each PAYLOAD, or for each line of --file or of the standard
input. All tasks have the same handler; skua cluster status lists the nodes' handlers.
The results are printed in the order of the payloads, each followed by a line end;
a task that failed leaves an empty line there, and the first ten a message on the standard
error.

When all results are printed the job is forgotten, unless it has an --id or some of
its tasks are dead letters. An interrupt cancels it, unless it has an --id: then the
same command goes on where it was, also after a crash; with other payloads it is refused.
With --detach nobody waits: the job's ID is printed, for skua cluster results.`

func submitCommand(p *place.Place) *cobra.Command {
	o := submitOptions{place: p}
	cmd := &cobra.Command{
		Use:   "submit HANDLER [PAYLOAD...]",
		Short: "Submit a job and print its results",
		Long:  submitLong,
		Example: `  skua cluster submit --join ./work sleep 100ms 2s
  seq 1000 | skua cluster submit --join ./work --id numbers hash`,
		Args:        cobra.MinimumNArgs(1),
		Annotations: map[string]string{output.LeavesMore: "a job"},
		RunE:        func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringVar(&o.file, "file", "", "read payloads from the lines of `FILE`, - for standard input")
	f.StringVar(&o.priority, "priority", cluster.Batch.String(), "batch, or interactive, which goes first")
	f.IntVar(&o.attempts, "attempts", 3, "executions that a task may begin before it is a dead letter")
	f.DurationVar(&o.timeout, "timeout", 0, "`TIME` that one execution of a task may take, as 10m (default: any)")
	f.DurationVar(&o.keep, "keep", 0, "`TIME` that the job stays when it has ended, as 24h (default: until skua cluster forget)")
	f.StringVar(&o.id, "id", "", "the job's `ID`, so that the same command can go on after an interrupt")
	f.BoolVar(&o.detach, "detach", false, "print the job's ID and do not wait for results")
	o.dash.Bind(f)
	f.BoolVar(&o.json, "json", false, "print each result as a JSON object on a line")
	return cmd
}

func (o *submitOptions) spec(handler string) (spec cluster.JobSpec, err error) {
	spec = cluster.JobSpec{Handler: handler, ID: o.id, Attempts: o.attempts, Timeout: o.timeout, Keep: o.keep}
	switch o.priority {
	case cluster.Batch.String():
	case cluster.Interactive.String():
		spec.Priority = cluster.Interactive
	default:
		err = fmt.Errorf("--priority is %q: want batch or interactive", o.priority)
	}
	if o.attempts < 1 {
		err = errors.Join(err, fmt.Errorf("--attempts is %d: want at least 1", o.attempts))
	}
	for flag, d := range map[string]time.Duration{"--timeout": o.timeout, "--keep": o.keep} {
		if d < 0 {
			err = errors.Join(err, fmt.Errorf("%s is %v: want a duration such as 10m", flag, d))
		}
	}
	return spec, errors.Join(err, o.place.Check("--join"))
}

func (o *submitOptions) run(cmd *cobra.Command, args []string) error {
	const name = "cluster submit"
	spec, err := o.spec(args[0])
	if err == nil && len(args) > 1 && o.file != "" {
		err = errors.New("payloads both as arguments and of --file: want one of them")
	}
	if err != nil {
		return exit.With(exit.Usage, exit.Within(name, err))
	}
	ctx, cancel := context.WithCancelCause(cmd.Context())
	defer cancel(nil)
	payloads, err := o.payloads(ctx, cancel, cmd.InOrStdin(), args[1:])
	if err != nil {
		return exit.With(exit.Usage, exit.Within(name, err))
	}
	client, err := interrupt.Await(ctx, func() (*cluster.Client, error) { return cluster.Open(ctx, o.place.Join, o.place.Config()) })
	if err != nil {
		return exit.With(exit.NotStarted, exit.Within(name, err))
	}
	defer client.Close()
	job, err := client.Submit(ctx, spec, payloads)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause // what the end of ctx looks like inside of Submit tells nothing
		}
		return exit.With(exit.NotStarted, exit.Within(name, err))
	}
	if o.detach {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), job.ID)
		return err
	}
	board, err := o.dash.Start(cmd, dash.Show{Cluster: dash.Cluster(client)})
	if err != nil {
		return err
	}
	defer board.Close()
	defer interrupt.CatchPipe()() // so that finish ends the job when nobody reads the results
	failed, err := follow(cmd, name, client, job, o.json)
	return o.finish(cmd, name, client, job, failed, err)
}

// finish leaves of the job what a user may still want.
func (o *submitOptions) finish(cmd *cobra.Command, name string, client *cluster.Client, job *cluster.Job, failed int, err error) error {
	interrupted := cmd.Context().Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), 5*time.Second)
	defer cancel()
	say := func(format string, args ...any) {
		fmt.Fprintf(cmd.ErrOrStderr(), "skua: "+name+": "+format+"\n", args...)
	}
	switch {
	case interrupted && o.id != "":
		say("job %s goes on; the same command waits for it again", job.ID)
	case err != nil && o.id == "":
		if e := job.Cancel(ctx); e == nil {
			_ = client.Forget(ctx, job.ID) // why the job ended matters more
			say("job %s is cancelled", job.ID)
		}
	case err == nil && failed > 0:
		say("see skua cluster dead %s, and retry or forget", job.ID)
		return fmt.Errorf("%s: %d tasks of job %s failed", name, failed, job.ID)
	case err == nil && o.id == "":
		err = client.Forget(ctx, job.ID)
	}
	return err
}

// payloads returns the arguments or the lines of the input. If a line cannot be
// read, cancel gets the reason.
func (o *submitOptions) payloads(ctx context.Context, cancel context.CancelCauseFunc, stdin io.Reader, args []string) (iter.Seq[[]byte], error) {
	if len(args) > 0 {
		return func(yield func([]byte) bool) {
			for _, a := range args {
				if !yield([]byte(a)) {
					return
				}
			}
		}, nil
	}
	name, in := "standard input", stdin
	if o.file != "" && o.file != "-" {
		f, err := os.Open(o.file)
		if err != nil {
			return nil, err
		}
		name, in = o.file, f
	}
	return func(yield func([]byte) bool) {
		lines := make(chan []byte)
		go func() { // a read cannot be interrupted; it is left behind
			defer close(lines)
			if err := eachLine(ctx, in, lines); err != nil {
				cancel(fmt.Errorf("read %s: %w", name, err))
			}
		}()
		for {
			select {
			case line, ok := <-lines:
				if !ok || !yield(line) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}, nil
}

// maxLine is the longest line of payloads: what Config.MaxPayload allows.
const maxLine = 64 << 20

// eachLine sends the lines of in.
func eachLine(ctx context.Context, in io.Reader, lines chan<- []byte) error {
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxLine)
	for s.Scan() {
		select {
		case lines <- slices.Clone(s.Bytes()):
		case <-ctx.Done():
			return nil
		}
	}
	return s.Err()
}
