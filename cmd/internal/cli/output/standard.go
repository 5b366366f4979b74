package output

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

// Standard is the standard output. It keeps the first error of a write, because
// cobra drops that of the help it prints.
type Standard struct {
	file *os.File
	err  error
	lost bool // what is written is dropped, and is no error
}

var errClosed = errors.New("standard output is closed")

// NewStandard returns f as the standard output. If the process was started
// without one, all writes fail.
func NewStandard(f *os.File) *Standard {
	o := &Standard{file: f}
	if wasClosed(f) {
		o.err = errClosed
	}
	return o
}

func (o *Standard) Write(p []byte) (n int, err error) {
	if o.lost {
		return len(p), nil
	}
	if o.err == nil {
		n, o.err = o.file.Write(p)
	}
	return n, o.err
}

// Err returns the first error of a write.
func (o *Standard) Err() error { return o.err }

// File returns the file, for commands that write to it by themselves.
func (o *Standard) File() *os.File { return o.file }

// Fd lets display.IsTerminal look at the file.
func (o *Standard) Fd() uintptr { return o.file.Fd() }

// LeavesMore marks a command that does more than print: it goes on if the output
// is closed.
const LeavesMore = "leaves more than its output"

// Require returns an error if cmd has no output to print to. For one that leaves
// more than its output it is a warning: files, or for hash --check the exit code.
func (o *Standard) Require(cmd *cobra.Command, stderr io.Writer) error {
	if o.err != errClosed {
		return nil
	}
	if cmd.Annotations[LeavesMore] == "" && !cmd.Flags().Changed("check") {
		return exit.With(exit.Failed, errClosed)
	}
	fmt.Fprintf(stderr, "skua: %v: what %s prints is lost\n", errClosed, cmd.CommandPath())
	o.err, o.lost = nil, true
	return nil
}
