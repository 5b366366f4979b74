// Command pbbs runs benchmarks of the Problem Based Benchmark Suite, written anew in Go, on
// skua's typed frames, on each of its deques and on goroutines, and some of them in Rust on rayon, in
// one run and in turns:
//
//	go run ./bench/pbbs -doc bench/docs/pbbs.md
//	go run ./bench/pbbs -list
//	go run ./bench/pbbs -run comparisonSort -rounds 5
//
// The tables go to standard output, messages go to standard error. With -doc they also
// replace those of the document, with -json all samples are stored. Every scheduler's answer to every
// problem is checked. The exit code is 0 if all went well, 1 if something failed, 2 for a usage error.
//
//	options.go   the flags
//	problems.go  all problems
//	measure.go   turns, and what is measured in one
//	memory.go    what a turn takes of memory
//	rayon.go     the program in Rust, with rayon
//	found.go     what was found: as JSON, and numbers of it
//	page.go      what was found, for people
//	duel.go      schedulers compared by pairs
//
// The packages below internal: gen makes inputs, forkjoin has the schedulers, seq what the
// algorithms share, suite says what a problem is; sorts, texts, graphs and geometry have the
// problems.
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
)

const command = "bench/pbbs"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "bench/pbbs:", err)
	if errors.As(err, new(usage)) {
		os.Exit(2)
	}
	os.Exit(1)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := readOptions(args, stderr)
	if err != nil {
		return err
	}
	if o.list {
		for _, p := range o.problems {
			fmt.Fprintln(stdout, p.Name())
		}
		return nil
	}
	f, err := o.found(ctx, args, stderr)
	if err != nil {
		return err
	}
	if o.json != "" {
		if err := f.save(o.json); err != nil {
			return err
		}
	}
	text := page(f)
	if o.doc != "" {
		if err := outside.Publish(o.doc, command, text); err != nil {
			return err
		}
	}
	_, err = io.WriteString(stdout, text)
	return err
}
