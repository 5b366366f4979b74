package each

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/each"
	proc "github.com/skua-go/skua/cmd/internal/process"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
)

// options are the flags of skua each. Those that say how commands are made of inputs
// are in words.
type options struct {
	words each.Options
	hosts hosts
	dash  dash.Flag

	keepOrder, lines, ungroup bool
	joblog                    string
	resume, resumeFailed      bool
	longestFirst              bool
	attempts                  int
	timeout, halt, delay      string
	grace                     string
	memory                    string
	dryRun, verbose, quiet    bool
	bar                       bool
	json                      string // the file of the summary, - for standard output
}

const long = `Run a command for every input, as many at a time as there are cores, as GNU parallel does.

Inputs are the words after :::, the lines of the files after ::::, of -a FILE, or of
standard input. In the command {} is the input, {.} without its extension, {/} its last
element, {//} its directory, {/.} the last element without extension, {#} the number of the
command, {%} the number of its slot, and {1} {2} … the inputs of several sources or columns. A
command without any gets {} at its end.

No shell reads the command: ; | > * and $ mean nothing. With --shell /bin/sh does, and what is
filled in is quoted for the place where it stands: {} "{}" '{}' "$(cmd {})". Where nothing can be
quoted it is refused: here-documents, backquotes, {} within the program of sh -c, awk, sed and the like.
Without a command the inputs are the commands.

What a command prints is shown when it has ended, whole. With -k it is shown in the order of the
inputs. Standard input of the commands is empty.

Each command is the leader of a process group. At --timeout, --halt now and at an interrupt the
group gets SIGTERM and, 200 ms later or as --grace says, SIGKILL. A closed terminal or connection (SIGHUP) is an
interrupt too. An interrupted batch goes on with --joblog FILE
--resume. Ctrl-Z stops the commands too.

The exit code is 0 if all commands succeeded, 1 if some failed, 2 for a usage error, 3 if
nothing could start, 130, 143 and 129 after SIGINT, SIGTERM and SIGHUP, and 141 if nobody reads the output
any more.`

const examples = `  skua each gzip -9 ::: *.log
  find . -name '*.png' -print0 | skua each -0 optipng {}
  skua each -k --shell 'wc -l <{} | tr -d " "' :::: list
  skua each -X rm ::: *.tmp                      # many inputs for each command
  skua each -j4 --timeout 1m --retries 3 --joblog jobs.log curl -sSfO {} :::: urls
  skua each --joblog jobs.log --resume-failed curl -sSfO {} :::: urls
  skua each echo {1} {2} ::: a b ::: 1 2         # every combination
  skua each --on :,a,me@b/8 flac -8 {} ::: *.wav # on other machines too, by ssh`

func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:         "each [flags] [--] COMMAND... [::: INPUT...]",
		Short:       "Run a command for every input, on every idle core and machine",
		Long:        long,
		Example:     examples,
		Args:        cobra.ArbitraryArgs,
		Annotations: map[string]string{output.LeavesMore: "what the commands do"},
		RunE:        func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.bind(cmd.Flags())
	cmd.SetFlagErrorFunc(unknownFlag)
	return cmd
}

// run runs the batch.
func (o *options) run(cmd *cobra.Command, args []string) (err error) {
	c, err := o.config(cmd)
	if err != nil {
		return exit.With(exit.Usage, exit.Within("each", err))
	}
	defer func() { err = errors.Join(err, exit.Within("each", o.hosts.leave())) }()
	hosts, slots, err := o.hosts.open(cmd, o.dryRun)
	if err != nil {
		return exit.Within("each", err)
	}
	defer func() { err = errors.Join(err, exit.Within("each", closeHosts(hosts))) }()
	c.Hosts, o.words.Slots = hosts, slots
	if o.hosts.pool != nil {
		c.Tokens = o.hosts.pool
	}
	keepIdle(slots)
	if err := o.learn(); err != nil {
		return exit.With(exit.Usage, exit.Within("each", err))
	}
	// To open a named pipe waits for its writer.
	source, err := interrupt.Await(cmd.Context(), func() (each.Source, error) { return o.words.Plan(args, telling(cmd.InOrStdin(), cmd.ErrOrStderr())) })
	if err != nil {
		return exit.With(exit.Usage, exit.Within("each", err))
	}
	if o.dryRun {
		return exit.Within("each", o.show(cmd.Context(), source, cmd.OutOrStdout()))
	}
	if err := o.hosts.check(o.program(args)); err != nil {
		return exit.With(exit.NotStarted, exit.Within("each", err))
	}
	if c.Joblog, err = o.openJoblog(); err != nil {
		return exit.With(exit.NotStarted, exit.Within("each", err))
	}
	if c.Joblog != nil {
		defer func() { err = errors.Join(err, exit.Within("each", c.Joblog.Close())) }()
	}
	if o.verbose {
		c.Hosts = withTrace(hosts, c.Messages)
	}
	c.Source = &withMemory{source, o.need()}
	if o.dash.On() {
		watched := dash.Watch(&c)
		board, err := o.dash.Start(cmd, dash.Show{Cluster: watched.Cluster, Progress: watched.Progress})
		if err != nil {
			return err
		}
		defer board.Close()
	}
	return o.execute(cmd, c, source)
}

// execute runs what is configured, and reports.
func (o *options) execute(cmd *cobra.Command, c batch.Config, source each.Source) error {
	defer interrupt.CatchPipe()()
	defer proc.Suspend()()
	summary, err := batch.Run(cmd.Context(), c)
	nothing := err != nil && summary.OK+summary.Failed+summary.Killed == 0 && cmd.Context().Err() == nil
	err = errors.Join(err, source.Err())
	if failed := o.report(cmd, &summary, err); failed != nil {
		err = errors.Join(err, failed)
	}
	if nothing {
		return exit.With(exit.NotStarted, exit.Within("each", err))
	}
	if err != nil {
		return exit.Within("each", err)
	}
	if !summary.Good {
		return exit.ErrSomeFailed
	}
	return nil
}

// keepIdle lets Go's scheduler have more Ps than goroutines that wait for commands. While one of
// them is idle the scheduler leaves a P for 10 ms to a goroutine that is in a system call. Else its
// monitor takes it away after 20 µs and looks again every 20 µs, as long as commands run: with
// two slots on two cores it woke 3 times for each command, with idle Ps once for four.
func keepIdle(slots int) {
	if want := slots + 4; runtime.GOMAXPROCS(0) < want {
		runtime.GOMAXPROCS(min(want, 256)) // a P costs memory; more than 250 commands at a time are usually long ones
	}
}

// openJoblog opens the joblog, or returns nil if there shall be none.
func (o *options) openJoblog() (*batch.Joblog, error) {
	if o.joblog == "" {
		return nil, nil
	}
	mode := batch.Fresh
	switch {
	case o.resumeFailed:
		mode = batch.ResumeFailed
	case o.resume:
		mode = batch.Resume
	}
	return batch.OpenJoblog(o.joblog, mode)
}

// learn reads from the last joblog how long the commands took.
func (o *options) learn() error {
	if !o.longestFirst {
		return nil
	}
	entries, err := batch.ReadJoblog(o.joblog)
	if errors.Is(err, os.ErrNotExist) {
		return nil // the first time
	}
	if err != nil {
		return err
	}
	took := batch.Runtimes(entries)
	o.words.Weight = func(label string) float64 { return took[label].Seconds() }
	return nil
}

// show prints the commands that would be run, one a line.
func (o *options) show(ctx context.Context, source each.Source, w io.Writer) error {
	skip := map[int]bool{}
	if o.resume || o.resumeFailed {
		entries, err := batch.ReadJoblog(o.joblog)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			skip[e.Seq] = skip[e.Seq] || o.resume || e.OK()
		}
	}
	for {
		it, ok := source.Next(ctx, 0)
		if !ok {
			return errors.Join(source.Err(), context.Cause(ctx))
		}
		if skip[it.Seq] {
			continue
		}
		if _, err := w.Write([]byte(it.Label + "\n")); err != nil {
			return err
		}
	}
}
