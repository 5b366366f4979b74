package images

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/internal/images"
	"github.com/skua-go/skua/cmd/internal/picture"
)

// setup is what the flags of skua images mean, before any file was looked at.
type setup struct {
	options images.Options
	listing images.Listing
	config  batch.Config
	mode    batch.Mode
	memory  int64 // for the process
	jobs    int
	command string // the flags that decide what the outputs are, in the joblog
}

// setup reads the flags.
func (o *options) setup(cmd *cobra.Command, args []string) (*setup, error) {
	if len(args) == 0 {
		return nil, errors.New("no inputs: want files, directories with --recursive, @LIST, or - for a list on standard input")
	}
	s := &setup{jobs: o.jobs, command: o.command()}
	s.listing = images.Listing{Args: args, Stdin: cmd.InOrStdin(), Zero: o.zero, Recursive: o.recursive, Except: o.out}
	for _, read := range []func(*setup) error{o.readSpec, o.readNames, o.readMemory, o.readRun} {
		if err := read(s); err != nil {
			return nil, err
		}
	}
	return s, o.hosts.valid()
}

// readSpec reads the flags about the pictures themselves.
func (o *options) readSpec(s *setup) error {
	spec := &picture.Spec{Quality: o.quality, Compression: o.png, Strip: o.strip, AsStored: o.asStored, MaxPixels: o.pixels}
	s.options.Spec, s.options.Force = spec, o.force
	if o.resize != "" && o.sizes != nil {
		return errors.New("--resize and --size exclude each other")
	}
	if strings.Contains(o.resize, ",") {
		return fmt.Errorf("--resize %q: want one size; --size takes several with commas between them", o.resize)
	}
	sizes, flag := o.sizes, "--size"
	if o.resize != "" {
		sizes, flag = []string{o.resize}, "--resize"
	}
	for _, text := range sizes {
		g, err := picture.ParseGeometry(strings.TrimSpace(text))
		if err != nil {
			return ofFlag(flag, err)
		}
		spec.Sizes = append(spec.Sizes, g)
	}
	if o.format != "" {
		format, err := picture.ParseFormat(o.format)
		if err != nil {
			return ofFlag("--format", err)
		}
		spec.Format = format
	}
	if sizes == nil && o.format == "" && o.quality == 0 && !o.strip {
		return errors.New("nothing to do: want --resize, --size, --format, --quality or --strip")
	}
	if err := spec.Check(); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "picture: ")) // it names the flag
	}
	return nil
}

// ofFlag puts the name of a flag in the place of package picture's, which says nothing to users.
func ofFlag(flag string, err error) error {
	return errors.New(flag + ": " + strings.TrimPrefix(err.Error(), "picture: "))
}

// readNames reads the flags about where the outputs go.
func (o *options) readNames(s *setup) (err error) {
	switch {
	case o.out == "" && o.suffix == "":
		return errors.New("want --out DIR, or --suffix TEXT for outputs beside the inputs; inputs are never overwritten")
	case o.suffix != "" && (o.out != "" || o.name != ""):
		return errors.New("--suffix excludes --out and --name")
	case strings.ContainsAny(o.suffix, "{}/"+string(os.PathSeparator)):
		return fmt.Errorf("--suffix %q: braces and slashes are for --name", o.suffix)
	}
	text := o.name
	if text == "" && len(s.options.Spec.Sizes) > 1 {
		text = "{name}" + o.suffix + "-{w}.{ext}"
	} else if text == "" {
		text = "{name}" + o.suffix + ".{ext}"
	}
	s.options.Out = o.out
	if s.options.Name, err = images.ParseTemplate(text); err != nil {
		return fmt.Errorf("--name: %w", err)
	}
	return nil
}

// readMemory reads the flags about how much may happen at a time.
func (o *options) readMemory(s *setup) (err error) {
	if err := flags.Workers(o.jobs, 0); err != nil {
		return fmt.Errorf("--jobs %d: want 0 or more", o.jobs)
	}
	if s.jobs == 0 {
		s.jobs = runtime.GOMAXPROCS(0)
	}
	if o.memory == "" {
		s.memory = images.DefaultBudget()
	} else if s.memory, err = images.ParseBytes(o.memory); err != nil {
		return fmt.Errorf("--memory: %w", err)
	}
	if s.memory < images.MinBudget {
		return fmt.Errorf("--memory %s: want at least %s", cmp.Or(o.memory, images.Bytes(s.memory)), images.Bytes(images.MinBudget))
	}
	return nil
}

// readRun reads the flags that the engine of batches understands.
func (o *options) readRun(s *setup) (err error) {
	switch {
	case o.resume && o.resumeFailed:
		return errors.New("--resume and --resume-failed exclude each other")
	case (o.resume || o.resumeFailed) && o.joblog == "":
		return errors.New("--resume and --resume-failed need the --joblog of the run before")
	case o.resume:
		s.mode = batch.Resume
	case o.resumeFailed:
		s.mode = batch.ResumeFailed
	}
	if o.retries < 1 {
		return fmt.Errorf("--retries %d: want 1 or more", o.retries)
	}
	s.config.Attempts = o.retries
	if o.timeout != "" {
		if s.config.Timeout, err = batch.ParseTimeout(o.timeout); err != nil {
			return fmt.Errorf("--timeout: %w", err)
		}
	}
	s.config.Halt, err = batch.ParseHalt(o.halt)
	return err
}

// command is what stands before an input in the joblog: all that decides what its outputs
// are. A joblog of other outputs cannot be resumed.
func (o *options) command() string {
	words := []string{"skua images"}
	add := func(flag, value string) {
		if value != "" {
			words = append(words, flag, value)
		}
	}
	add("--resize", o.resize)
	add("--size", strings.Join(o.sizes, ","))
	add("--format", o.format)
	if o.quality != 0 {
		add("--quality", fmt.Sprint(o.quality))
	}
	add("--compression", o.png)
	if o.strip {
		words = append(words, "--strip")
	}
	if o.asStored {
		words = append(words, "--no-orient")
	}
	add("--out", o.out)
	add("--suffix", o.suffix)
	add("--name", o.name)
	return strings.Join(words, " ")
}

// plan finds the inputs and decides what becomes of them.
func (s *setup) plan(ctx context.Context, pool *skua.Pool) (*images.Plan, error) {
	inputs, err := s.listing.Inputs(ctx)
	if err != nil {
		return nil, err
	}
	if len(s.listing.Args) == 0 {
		return nil, errors.New("no inputs: name files, @LIST, - or, with --recursive, directories")
	}
	return images.NewPlan(ctx, pool, inputs, s.options)
}
