package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/skua-go/skua/lab/claims/many"
)

// page is the file that --report writes.
const page = "many.md"

func main() {
	report := flag.Bool("report", false, "write a page, "+page+", that can be sent")
	time := flag.Duration("for", 5*time.Minute, "how `long` to measure; each program runs three times at least")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *time, *report); err != nil {
		fmt.Fprintln(os.Stderr, "many:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, length time.Duration, report bool) error {
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("%q is no flag: it takes none but -report and -for", flag.Arg(0))
	case length < time.Second || length > 24*time.Hour:
		return fmt.Errorf("-for %v: want a second to a day", length)
	}
	dir, err := os.MkdirTemp("", "skua-many-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintln(os.Stderr, "many: builds the room")
	if err := many.Build(ctx, dir); err != nil {
		return err
	}
	r, err := measure(ctx, dir, length)
	if err != nil {
		return err
	}
	text := r.markdown()
	fmt.Print(text)
	if !report {
		return nil
	}
	if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "many: wrote %s; skua's issues are where to send it\n", page)
	return nil
}
