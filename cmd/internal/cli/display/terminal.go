package display

import (
	"io"
	"os"

	"golang.org/x/term"
)

// IsTerminal tells whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// CanRedraw tells whether w is a terminal on which escape codes are wanted.
func CanRedraw(w io.Writer) bool { return IsTerminal(w) && wantsEscapes() }

func wantsEscapes() bool { return os.Getenv("TERM") != "dumb" && os.Getenv("NO_COLOR") == "" }

// Width is how many columns w has if it is a terminal, and else 80.
func Width(w io.Writer) int {
	if f, ok := w.(interface{ Fd() uintptr }); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return 80
}
