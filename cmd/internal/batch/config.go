package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// A Config says what Run does.
type Config struct {
	Source Source
	Hosts  []Host // they are not closed by Run

	Joblog   *Joblog       // nil for none; not closed by Run
	Attempts int           // executions of an item that fails, at most; 0 is 1, less is no limit
	Timeout  Timeout       // of one execution
	Delay    time.Duration // at least, between the starts of two executions
	Halt     Halt          // when to end early
	Budget   *Budget       // memory for items on this machine, which is the host ":"; nil for no limit
	Tokens   Tokens        // of which an item on this machine needs one; nil for no limit

	// What items print goes to Stdout and Stderr, whole. If those are the standard streams of
	// the process it must catch SIGPIPE, or it dies of a reader that went away. It catches
	// it by signal.Notify. NOT: signal.Ignore, which its children inherit.
	Stdout, Stderr io.Writer

	// Ordered shows in the order of the inputs, not as items end, and the first in line while
	// it runs, if that is here and for the last time. An item is logged when it was shown.
	Ordered bool

	// Lines shows lines while items run, which may mix with lines of other items. One of more than
	// 64 KiB may be broken, and what an item printed whose host was lost is shown again.
	Lines bool

	Ungroup bool // items write to Stdout and Stderr by themselves, which must be files
	Tag     bool // each line begins with the item's Tag and a tab

	Progress Progress  // what is said while the batch runs
	Messages io.Writer // where that is said, and what goes wrong; nil for nowhere
	What     string    // what items are called in messages, in the plural; empty is "items"
}

// Tokens are what a batch shares with other processes, as package jobserver does. Acquire blocks until there
// is one or ctx has ended; Abandon gives back those of items that have not ended, before a panic.
type Tokens interface {
	Acquire(ctx context.Context) error
	Release()
	Abandon()
}

// Progress says how a batch tells how far it is.
type Progress int

// The kinds of Progress.
const (
	Silent Progress = iota // not at all
	Plain                  // by a line every ten seconds
	Live                   // by a line on a terminal that is drawn again and again
)

// check returns what is wrong with c, and fills in what may be left out.
func (c *Config) check() error {
	if c.Source == nil {
		panic("batch: Config without a Source")
	}
	if len(c.Hosts) == 0 {
		panic("batch: Config without Hosts")
	}
	if c.Stdout == nil {
		c.Stdout = io.Discard
	}
	if c.Stderr == nil {
		c.Stderr = io.Discard
	}
	if c.Messages == nil {
		c.Messages, c.Progress = io.Discard, Silent
	}
	if c.What == "" {
		c.What = "items"
	}
	if c.Attempts == 0 {
		c.Attempts = 1
	}
	if c.Delay < 0 {
		return fmt.Errorf("a delay of %v: want 0 or more", c.Delay)
	}
	if c.Ungroup {
		return c.checkUngroup()
	}
	return nil
}

// checkUngroup returns why items cannot write by themselves.
func (c *Config) checkUngroup() error {
	_, out := c.Stdout.(*os.File)
	_, err := c.Stderr.(*os.File)
	switch {
	case !out || !err:
		return errors.New("ungrouped output needs files for standard output and standard error")
	case c.Ordered || c.Lines || c.Tag:
		return errors.New("output that is not grouped can be neither ordered, by lines nor tagged")
	}
	return nil
}
