package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"

	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// A usage is a mistake in the command line.
type usage struct{ error }

type options struct {
	workers, rounds int
	scale           float64
	list, rayon     bool
	json, from, doc string
	problems        []suite.Problem // those that -run chooses
}

func readOptions(args []string, stderr io.Writer) (o options, err error) {
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "workers of each scheduler, and GOMAXPROCS")
	f.IntVar(&o.rounds, "rounds", 11, "turns of each way; the tables show medians")
	f.Float64Var(&o.scale, "scale", 1, "times the usual sizes")
	which := f.String("run", ".", "the problems that match this `pattern`")
	f.BoolVar(&o.rayon, "rayon", true, "run the problems that the program in Rust has there too, if it can be built")
	f.BoolVar(&o.list, "list", false, "list the problems, and measure nothing")
	f.StringVar(&o.json, "json", "", "store all samples in this `file`")
	f.StringVar(&o.from, "from", "", "measure nothing, and take the samples of this `file`")
	f.StringVar(&o.doc, "doc", "", "replace the tables of this `document`")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return o, err
		}
		return o, usage{err}
	}
	pattern, err := regexp.Compile(*which)
	switch {
	case f.NArg() > 0:
		return o, usage{fmt.Errorf("argument %q: want flags only", f.Arg(0))}
	case min(o.workers, o.rounds) < 1 || o.scale <= 0:
		return o, usage{errors.New("-workers, -rounds and -scale: want positive numbers")}
	case err != nil:
		return o, usage{fmt.Errorf("-run: %w", err)}
	}
	o.problems = slices.DeleteFunc(problems(), func(p suite.Problem) bool { return !pattern.MatchString(p.Name()) })
	if len(o.problems) == 0 {
		return o, usage{fmt.Errorf("-run %s: no problem matches; -list lists them", *which)}
	}
	return o, nil
}

// found measures, or loads what was measured.
func (o options) found(ctx context.Context, args []string, stderr io.Writer) (*found, error) {
	if o.from != "" {
		return load(o.from)
	}
	return o.measure(ctx, args, stderr)
}
