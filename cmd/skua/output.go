package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// A standardOut is the standard output. It keeps the first error of a write, because
// cobra drops that of the help it prints.
type standardOut struct {
	file *os.File
	err  error
	lost bool // what is written is dropped, and is no error
}

var errClosed = errors.New("standard output is closed")

// newStandardOut returns f as the standard output. If the process was started
// without one, all writes fail.
func newStandardOut(f *os.File) *standardOut {
	o := &standardOut{file: f}
	if wasClosed(f) {
		o.err = errClosed
	}
	return o
}

func (o *standardOut) Write(p []byte) (n int, err error) {
	if o.lost {
		return len(p), nil
	}
	if o.err == nil {
		n, o.err = o.file.Write(p)
	}
	return n, o.err
}

// Fd lets isTerminal look at the file.
func (o *standardOut) Fd() uintptr { return o.file.Fd() }

// leavesMore marks a command that does more than print: it goes on if the output
// is closed.
const leavesMore = "leaves more than its output"

// require returns an error if cmd has no output to print to. For one that leaves
// more than its output it is a warning: files, or for hash --check the exit code.
func (o *standardOut) require(cmd *cobra.Command, stderr io.Writer) error {
	if o.err != errClosed {
		return nil
	}
	if cmd.Annotations[leavesMore] == "" && !cmd.Flags().Changed("check") {
		return &exitError{exitFailed, errClosed}
	}
	fmt.Fprintf(stderr, "skua: %v: what %s prints is lost\n", errClosed, cmd.CommandPath())
	o.err, o.lost = nil, true
	return nil
}
