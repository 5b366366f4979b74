// Command images compares skua images with mogrify and vipsthumbnail on the same generated
// photographs, in one run and in turns, and compares what they made:
//
//	go run ./bench/images -doc cmd/docs/images-speed.md
//	go run ./bench/images -accept -n 200
//
// With -accept it measures nothing: it gives skua images the photographs and a directory of
// broken files, and checks outputs, exit code, memory, and that the inputs are unchanged.
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
	"path/filepath"
	"strconv"
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
	fmt.Fprintln(os.Stderr, "bench/images:", err)
	if errors.As(err, new(usage)) {
		os.Exit(2)
	}
	os.Exit(1)
}

// A usage is a mistake in the command line.
type usage struct{ error }

type options struct {
	files, rounds   int
	seed            uint64
	least, most     float64
	json, doc, from string
	skua, memory    string
	accept          bool
}

const command = "bench/images"

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := readOptions(args, stderr)
	if err != nil {
		return err
	}
	if o.from != "" {
		found, err := outside.Load(o.from)
		if err != nil {
			return err
		}
		return o.publish(found, stdout)
	}
	dir, remove, err := outside.Scratch("")
	if err != nil {
		return err
	}
	defer remove()
	photos, err := o.prepare(ctx, dir, stderr)
	if err != nil {
		return err
	}
	if o.accept {
		return o.acceptAll(ctx, dir, photos, stdout)
	}
	found, err := o.measure(ctx, dir, photos, args, stderr)
	if err != nil {
		return err
	}
	return o.publish(found, stdout)
}

func readOptions(args []string, stderr io.Writer) (o options, err error) {
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&o.files, "n", 16, "photographs")
	f.Uint64Var(&o.seed, "seed", 1, "which photographs")
	f.Float64Var(&o.least, "least", 1, "megapixels of the smallest")
	f.Float64Var(&o.most, "most", 24, "megapixels of the largest")
	f.IntVar(&o.rounds, "rounds", 3, "samples of each way; the tables show medians")
	f.StringVar(&o.memory, "memory", "600M", "with -accept: the budget of skua images")
	f.BoolVar(&o.accept, "accept", false, "check skua images, with broken files too, and measure nothing")
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
	case min(o.files, o.rounds) < 1:
		return o, usage{errors.New("-n and -rounds: want positive numbers")}
	}
	return o, nil
}

// prepare builds the tool and makes the photographs, below dir.
func (o *options) prepare(ctx context.Context, dir string, stderr io.Writer) (photos []string, err error) {
	if o.skua == "" {
		if o.skua, err = outside.Build(ctx, dir, "cmd/skua"); err != nil {
			return nil, err
		}
	}
	maker, err := outside.Build(ctx, dir, "cmd/internal/photo/make")
	if err != nil {
		return nil, err
	}
	argv := []string{maker, "-n", strconv.Itoa(o.files), "-seed", strconv.FormatUint(o.seed, 10), "-least", fmt.Sprint(o.least), "-most", fmt.Sprint(o.most)}
	if !o.accept {
		argv = append(argv, "-jpeg")
	}
	_, said, err := outside.Program{Argv: append(argv, filepath.Join(dir, "photos"))}.Said(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Fprint(stderr, said)
	if o.accept {
		if _, err := (outside.Program{Argv: []string{maker, "-broken", filepath.Join(dir, "broken")}}).Run(ctx); err != nil {
			return nil, err
		}
	}
	return filepath.Glob(filepath.Join(dir, "photos", "*"))
}

func (o options) measure(ctx context.Context, dir string, photos, args []string, stderr io.Writer) (*outside.Found, error) {
	ways := o.ways(dir, photos)
	found := outside.NewFound(command, args, o.rounds)
	found.Versions("vipsthumbnail", "mogrify", "parallel")
	var err error
	if found.Rows, err = outside.Turns(ctx, ways, o.rounds, stderr); err != nil {
		return nil, err
	}
	found.LoadAfter = gauge.ThisMachine().Load
	if outside.Missing("mogrify") == "" {
		c, err := compareDirs(filepath.Join(dir, out(one, "skua images")), filepath.Join(dir, out(one, "mogrify")))
		if err != nil {
			return nil, err
		}
		found.Notes = append(found.Notes, c.String())
	}
	return found, nil
}

func (o options) publish(f *outside.Found, stdout io.Writer) error {
	if o.json != "" {
		if err := f.Save(o.json); err != nil {
			return err
		}
	}
	text := page(f)
	if o.doc != "" {
		if err := outside.Publish(o.doc, command, text); err != nil {
			return err
		}
	}
	_, err := io.WriteString(stdout, text)
	return err
}
