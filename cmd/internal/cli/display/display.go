package display

import (
	"io"
	"sync"

	"github.com/skua-go/skua/cmd/internal/cli/text"
)

// A Display shows messages and, below them on a terminal, one line that tells how
// far the work is. Safe for concurrent use.
//
// NOT: a progress bar. How many files there are is unknown until the last directory
// was read, so there is nothing to fill a bar with.
type Display struct {
	w    io.Writer
	live bool // w is a terminal that the results are not also written to

	mu    sync.Mutex
	drawn bool
}

// New returns a display on stderr. It draws lines only if stdout, where the results go, is no
// terminal; a command that clears the line before it prints a result passes nil.
func New(stdout, stderr io.Writer) *Display {
	return &Display{w: stderr, live: CanRedraw(stderr) && !IsTerminal(stdout)}
}

// Live tells whether lines are drawn, in place of messages now and then.
func (d *Display) Live() bool { return d.live }

// Line replaces the line.
func (d *Display) Line(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drawn = true
	io.WriteString(d.w, "\r\x1b[K"+cut(text, Width(d.w)-1))
}

// cut is text up to so many columns: what goes on in the next line of a terminal is not taken away again.
func cut(text string, columns int) string {
	if r := []rune(text); len(r) > columns {
		return string(r[:max(0, columns)])
	}
	return text
}

// Clear takes the line away.
func (d *Display) Clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.drawn {
		io.WriteString(d.w, "\r\x1b[K")
		d.drawn = false
	}
}

// Message writes s on lines of its own.
func (d *Display) Message(s string) {
	d.Clear()
	d.mu.Lock()
	defer d.mu.Unlock()
	io.WriteString(d.w, text.VisibleLines(s)+"\n")
}
