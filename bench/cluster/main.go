// Command cluster measures what it costs to have an empty task run by a queue that
// processes share: skua's cluster, its shared mapping, and its rivals, in one run and in
// turns. Every sample is a process of its own.
//
//	go run ./bench/cluster -n 20000
//
// The table goes to standard output, messages go to standard error. The exit code is 0
// if all went well, 1 if something failed, 2 for a usage error, 130 after SIGINT and
// 143 after SIGTERM. A rival that is not installed is said to be so and left out.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"syscall"
	"time"
)

func main() {
	ctx, end := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		signal.Stop(signals) // the second one has its usual effect
		end(signalled{s})
	}()
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// A signalled is the cause of the end of a context.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return "interrupted by signal: " + s.String() }

// options are the flags of a run.
type options struct {
	tasks, turns, trips int
	only                *regexp.Regexp
	json                string
	install             bool
	deadline            time.Duration
}

// A usage is a mistake in the command line.
type usage struct{ error }

// execute runs what args say and returns the exit code.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	err := run(ctx, args, stdout, stderr)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	fmt.Fprintln(stderr, "bench/cluster:", err)
	if s, ok := errors.AsType[signalled](context.Cause(ctx)); ok {
		if s.Signal == syscall.SIGTERM {
			return 143
		}
		return 130
	}
	if _, ok := errors.AsType[usage](err); ok {
		return 2
	}
	if _, ok := errors.AsType[cannot](err); ok {
		return exitCannot
	}
	return 1
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) > 0 {
		if part, ok := parts[args[0]]; ok {
			return part(ctx, args[1:], stdout)
		}
	}
	o, err := readOptions(args, stderr)
	if err != nil {
		return err
	}
	if o.install {
		if err := install(ctx, stderr); err != nil {
			return err
		}
	}
	found, err := measure(ctx, o, stderr)
	if err != nil {
		return err
	}
	if o.json != "" {
		if err := found.save(o.json); err != nil {
			return err
		}
	}
	fmt.Fprint(stdout, found.table())
	return nil
}

func readOptions(args []string, stderr io.Writer) (o options, err error) {
	f := flag.NewFlagSet("cluster", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&o.tasks, "n", 20_000, "empty tasks of a sample; a way that is much slower or faster gets fewer or more")
	f.IntVar(&o.turns, "turns", 5, "samples of each way; the table shows medians")
	f.IntVar(&o.trips, "trips", 200, "tasks of a sample that are submitted alone, to see how long one takes")
	only := f.String("only", "", "measure only the ways whose names match this regular `expression`")
	f.StringVar(&o.json, "json", "", "store what was found in this `file` too")
	f.BoolVar(&o.install, "install", false, "first install the rivals: apt-get install -y redis-server python3-distributed")
	f.DurationVar(&o.deadline, "deadline", 2*time.Minute, "how long a sample may take")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return o, err
		}
		return o, usage{err}
	}
	o.only, err = regexp.Compile(*only)
	switch {
	case err != nil:
		err = usage{fmt.Errorf("-only: %w", err)}
	case f.NArg() > 0:
		err = usage{fmt.Errorf("argument %q: want flags only", f.Arg(0))}
	case o.tasks < 1 || o.turns < 1 || o.trips < 1:
		err = usage{fmt.Errorf("-n %d -turns %d -trips %d: want positive numbers", o.tasks, o.turns, o.trips)}
	}
	return o, err
}

// install gets the rivals from Debian.
func install(ctx context.Context, stderr io.Writer) error {
	apt := exec.CommandContext(ctx, "apt-get", "install", "-y", "redis-server", "python3-distributed")
	apt.Stdout, apt.Stderr = stderr, stderr
	if err := apt.Run(); err != nil {
		return fmt.Errorf("-install: apt-get: %w", err)
	}
	return nil
}
