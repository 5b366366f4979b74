package each

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/display"
	"github.com/skua-go/skua/cmd/internal/cli/output"
)

// bind adds the flags. They end at the first word that is not one.
func (o *options) bind(f *pflag.FlagSet) {
	f.SetInterspersed(false)
	o.words.Bind(f)
	o.hosts.bind(f)
	o.dash.Bind(f)
	f.BoolVarP(&o.keepOrder, "keep-order", "k", false, "show output in the order of the inputs")
	f.BoolVar(&o.lines, "line-buffer", false, "show lines as they come; those of several commands may mix")
	f.BoolVar(&o.lines, "lb", false, "the same as --line-buffer")
	f.BoolVarP(&o.ungroup, "ungroup", "u", false, "let commands write to the output by themselves; even lines may mix")
	f.StringVar(&o.joblog, "joblog", "", "log commands that have ended to `FILE`, in GNU parallel's columns")
	f.BoolVar(&o.resume, "resume", false, "skip the commands that are in the joblog")
	f.BoolVar(&o.resumeFailed, "resume-failed", false, "skip the commands that succeeded according to the joblog")
	f.BoolVar(&o.longestFirst, "longest-first", false, "begin with the commands that took longest according to the joblog")
	f.IntVar(&o.attempts, "retries", 1, "run a command that fails up to `N` times; 0 is without limit")
	f.StringVar(&o.timeout, "timeout", "", "end a command after `TIME`: 10, 1.5m, 1h, or 200% of the median")
	f.StringVar(&o.grace, "grace", "", "give a command that is to end `TIME` between SIGTERM and SIGKILL (default 200ms)")
	f.StringVar(&o.halt, "halt", "never", "`WHEN` to end early: never, or soon or now, then ,fail= ,success= or ,done= and a number or N%")
	f.StringVar(&o.delay, "delay", "", "wait at least `TIME` between two starts")
	f.StringVar(&o.memory, "mem", "", "start a command only when `SIZE` of memory is free for it, as 500M or 2G; auto learns it from the first")
	f.BoolVar(&o.dryRun, "dry-run", false, "print the commands and do not run them")
	f.BoolVarP(&o.verbose, "verbose", "t", false, "print each command to standard error when it starts")
	f.BoolVar(&o.quiet, "quiet", false, "do not say on standard error what failed")
	f.BoolVar(&o.bar, "bar", false, "show how far the batch is, and how long it will take; in a pipe by a line every 10 s")
	f.BoolVar(&o.bar, "eta", false, "the same as --bar")
	f.StringVar(&o.json, "json", "", "write a summary as one line of JSON to `FILE`; alone, to the end of standard output")
	f.Lookup("json").NoOptDefVal = "-"
	for name, short := range map[string]string{"will-cite": "", "no-notice": "", "group": "g", "silent": ""} { // of GNU parallel; what they ask for is so anyway
		f.BoolP(name, short, false, "")
		f.Lookup(name).Hidden = true
	}
}

// config checks the flags and makes a Config of them, without what has to be opened.
func (o *options) config(cmd *cobra.Command) (c batch.Config, err error) {
	if err := o.conflicts(); err != nil {
		return c, err
	}
	c = batch.Config{
		Stdout: cmd.OutOrStdout(), Stderr: cmd.ErrOrStderr(), Messages: cmd.ErrOrStderr(), What: "commands",
		Ordered: o.keepOrder, Lines: o.lines, Ungroup: o.ungroup, Tag: o.words.Tag || o.words.TagText != "",
		Attempts: o.attempts,
	}
	if o.attempts == 0 {
		c.Attempts = -1
	}
	if out, ok := c.Stdout.(*output.Standard); ok && o.ungroup {
		c.Stdout = out.File()
	}
	if c.Halt, err = batch.ParseHalt(o.halt); err != nil {
		return c, err
	}
	if o.timeout != "" {
		if c.Timeout, err = batch.ParseTimeout(o.timeout); err != nil {
			return c, fmt.Errorf("--timeout: %w", err)
		}
	}
	if c.Delay, err = optional(o.delay); err != nil {
		return c, fmt.Errorf("--delay: %w", err)
	}
	if o.words.Grace, err = optional(o.grace); err != nil {
		return c, fmt.Errorf("--grace: %w", err)
	}
	if c.Budget, err = o.budget(); err != nil {
		return c, err
	}
	c.Progress = o.progress(cmd.OutOrStdout(), cmd.ErrOrStderr())
	return c, nil
}

// conflicts tells which flags do not go together.
func (o *options) conflicts() error {
	switch {
	case (o.resume || o.resumeFailed) && o.joblog == "":
		return errors.New("--resume and --resume-failed need --joblog FILE")
	case o.longestFirst && o.joblog == "":
		return errors.New("--longest-first needs --joblog FILE, the log of an earlier run")
	case o.resume && o.resumeFailed:
		return errors.New("--resume and --resume-failed: want one of them")
	case (o.resume || o.resumeFailed) && (o.words.Context || o.words.Many) && !o.words.Xargs:
		return errors.New("--resume with -X or -m: which inputs a command gets is found while it runs, so its number in the joblog tells nothing; want -n N or --xargs")
	case o.ungroup && (o.keepOrder || o.lines || o.words.Tag || o.words.TagText != ""):
		return errors.New("-u does not go with -k, --line-buffer, --tag or --tagstring: commands write by themselves")
	case o.attempts < 0:
		return fmt.Errorf("--retries %d: want 0 or more", o.attempts)
	}
	return nil
}

func optional(duration string) (time.Duration, error) {
	if duration == "" {
		return 0, nil
	}
	return batch.ParseDuration(duration)
}

// progress is how the batch tells how far it is.
func (o *options) progress(stdout, stderr io.Writer) batch.Progress {
	switch {
	case !o.bar:
		return batch.Silent
	case display.CanRedraw(stderr) && !(o.ungroup && display.IsTerminal(stdout)):
		return batch.Live
	}
	return batch.Plain
}

// program is the program of all commands, or empty if it depends on the input, or a shell
// finds it.
func (o *options) program(args []string) string {
	if o.words.Shell || len(args) == 0 || strings.HasPrefix(args[0], ":::") {
		return ""
	}
	for _, sep := range []string{o.words.ArgSep, o.words.ArgFileSep} {
		if strings.TrimSuffix(args[0], "+") == sep {
			return ""
		}
	}
	if strings.ContainsAny(args[0], "{}") {
		return ""
	}
	for _, symbol := range o.words.Symbols {
		if strings.Contains(args[0], symbol) {
			return ""
		}
	}
	return args[0]
}
