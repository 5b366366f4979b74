// Command make makes artificial photographs, and files that no program should take
// for photographs, to try and compare programs with:
//
//	go run ./cmd/internal/photo/make -n 200 -seed 1 DIR
//	go run ./cmd/internal/photo/make -broken DIR
//
// The same flags make the same files. With -json, a line for each file goes to standard
// output. The exit code is 0 if all went well, 1 if not, 2 for a usage error.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/skua-go/skua/cmd/internal/photo"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
	case errors.As(err, new(usage)):
		fmt.Fprintln(os.Stderr, "photo/make:", err)
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "photo/make:", err)
		os.Exit(1)
	}
}

// A usage is a mistake in the command line.
type usage struct{ error }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	f := flag.NewFlagSet("photo/make", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintln(stderr, "Usage: photo/make [flags] DIR")
		f.PrintDefaults()
	}
	var set photo.Set
	f.IntVar(&set.Files, "n", 200, "how many photographs")
	f.Uint64Var(&set.Seed, "seed", 1, "which photographs")
	f.Float64Var(&set.Least, "least", 1, "megapixels of the smallest")
	f.Float64Var(&set.Most, "most", 24, "megapixels of the largest")
	f.BoolVar(&set.OnlyJPEG, "jpeg", false, "only JPEG files")
	f.IntVar(&set.PerRoll, "roll", 0, "photographs in a directory of its own; 0: all in one")
	broken := f.Bool("broken", false, "make broken, mislabelled and oddly named files instead")
	lines := f.Bool("json", false, "print a line of JSON for each file")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return usage{err}
	case f.NArg() != 1:
		return usage{fmt.Errorf("%d directories; want one", f.NArg())}
	case set.Files < 1 || set.Least <= 0 || set.Most < set.Least || set.PerRoll < 0:
		return usage{errors.New("want -n of at least 1, 0 < -least ≤ -most, and no negative -roll")}
	}
	dir := f.Arg(0)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	out := json.NewEncoder(io.Discard)
	if *lines {
		out = json.NewEncoder(stdout)
	}
	if *broken {
		return makeBroken(dir, set.Seed, out, stderr)
	}
	return makePhotos(ctx, dir, set, out, stderr)
}

func makePhotos(ctx context.Context, dir string, set photo.Set, out *json.Encoder, stderr io.Writer) error {
	begun, files := time.Now(), set.Plan()
	var mu sync.Mutex
	var bytes, pixels int
	err := photo.Write(ctx, dir, files, func(f *photo.File, size int) {
		mu.Lock()
		defer mu.Unlock()
		bytes += size
		pixels += f.Width * f.Height
	})
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := out.Encode(f); err != nil {
			return err
		}
	}
	fmt.Fprintf(stderr, "%d photographs, %.1f megapixels, %.1f MB in %s, %.1f s\n",
		len(files), float64(pixels)/1e6, float64(bytes)/1e6, dir, time.Since(begun).Seconds())
	return nil
}

func makeBroken(dir string, seed uint64, out *json.Encoder, stderr io.Writer) error {
	files, err := photo.Broken(dir, seed)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := out.Encode(f); err != nil {
			return err
		}
	}
	fmt.Fprintf(stderr, "%d broken, mislabelled and oddly named files in %s\n", len(files), dir)
	return nil
}
