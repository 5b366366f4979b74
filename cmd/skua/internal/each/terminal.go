package each

import (
	"fmt"
	"io"
	"os"

	"github.com/skua-go/skua/cmd/internal/cli/display"
)

// telling returns in, or if that is a terminal, a reader that tells on out when it is first
// read: else a command without inputs seems to hang. With ::: it is never read.
func telling(in io.Reader, out io.Writer) io.Reader {
	if f, ok := in.(*os.File); ok && display.IsTerminal(f) {
		return &terminalReader{in: in, out: out}
	}
	return in
}

// terminalReader is used by one goroutine at a time, as any source of inputs.
type terminalReader struct {
	in   io.Reader
	out  io.Writer
	told bool
}

func (r *terminalReader) Read(p []byte) (int, error) {
	if !r.told {
		r.told = true
		fmt.Fprintln(r.out, "skua: each: reads inputs from the terminal, one a line; Ctrl-D ends them (or write ::: and the inputs)")
	}
	return r.in.Read(p)
}
