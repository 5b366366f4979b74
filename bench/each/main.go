// Command each compares skua each with GNU parallel, xargs, rush and bare loops, of posix_spawn in C and of
// syscall.ForkExec in Go, in one run and in turns:
//
//	go run ./bench/each -doc cmd/docs/each-speed.md
//
// The tables go to standard output, messages go to standard error. With -doc they also
// replace those of the document, with -json all samples are stored. The exit code is 0 if
// all went well, 1 if something failed, 2 for a usage error. A rival that is not installed
// is said to be so and left out.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/skua-go/skua/bench/internal/outside"
	"github.com/skua-go/skua/lab/gauge"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "bench/each:", err)
	if errors.As(err, new(usage)) {
		os.Exit(2)
	}
	os.Exit(1)
}

// A usage is a mistake in the command line.
type usage struct{ error }

type options struct {
	jobs, rounds   int
	json, doc      string
	skua, from     string
	inputs, copies int
}

const command = "bench/each"

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := readOptions(args, stderr)
	if err != nil {
		return err
	}
	found, err := o.found(ctx, args, stderr)
	if err != nil {
		return err
	}
	if o.json != "" {
		if err := found.Save(o.json); err != nil {
			return err
		}
	}
	text := page(found)
	if o.doc != "" {
		if err := outside.Publish(o.doc, command, text); err != nil {
			return err
		}
	}
	_, err = io.WriteString(stdout, text)
	return err
}

func readOptions(args []string, stderr io.Writer) (o options, err error) {
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&o.jobs, "n", 10_000, "jobs of a sample; GNU parallel gets a tenth")
	f.IntVar(&o.inputs, "inputs", 100_000, "arguments for echo")
	f.IntVar(&o.copies, "copies", 400, "jobs that print 1 MB each")
	f.IntVar(&o.rounds, "rounds", 3, "samples of each way; the tables show medians")
	f.StringVar(&o.json, "json", "", "store all samples in this `file`")
	f.StringVar(&o.from, "from", "", "measure nothing, and take the samples of this `file`")
	f.StringVar(&o.doc, "doc", "", "replace the tables of this `document`")
	f.StringVar(&o.skua, "skua", "", "the tool to measure (default: built from the tree)")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return o, err
	case err != nil:
		return o, usage{err}
	case f.NArg() > 0:
		return o, usage{fmt.Errorf("argument %q: want flags only", f.Arg(0))}
	case min(o.jobs, o.inputs, o.copies, o.rounds) < 1:
		return o, usage{errors.New("-n, -inputs, -copies and -rounds: want positive numbers")}
	}
	return o, nil
}

// found measures, or loads what was measured.
func (o options) found(ctx context.Context, args []string, stderr io.Writer) (*outside.Found, error) {
	if o.from != "" {
		return outside.Load(o.from)
	}
	dir, remove, err := outside.Scratch("")
	if err != nil {
		return nil, err
	}
	defer remove()
	if o.skua == "" {
		if o.skua, err = outside.Build(ctx, dir, "cmd/skua"); err != nil {
			return nil, err
		}
	}
	ways, err := o.ways(ctx, dir)
	if err != nil {
		return nil, err
	}
	found := outside.NewFound(command, args, o.rounds)
	found.Versions("parallel", "xargs")
	found.Rows, err = outside.Turns(ctx, ways, o.rounds, stderr)
	found.LoadAfter = gauge.ThisMachine().Load
	return found, err
}
