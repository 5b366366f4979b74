package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// A display shows messages and, below them on a terminal, one line that tells how
// far the work is. Safe for concurrent use.
//
// NOT: a progress bar. How many files there are is unknown until the last directory
// was read, so there is nothing to fill a bar with.
type display struct {
	w     io.Writer
	live  bool // w is a terminal that the results are not also written to
	count atomic.Pointer[func() (files, bytes int64)]

	mu    sync.Mutex
	drawn bool
}

func newDisplay(stdout, stderr io.Writer) *display {
	return &display{w: stderr, live: canRedraw(stderr) && !isTerminal(stdout)}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// canRedraw tells whether w is a terminal on which escape codes are wanted.
func canRedraw(w io.Writer) bool { return isTerminal(w) && wantsEscapes() }

func wantsEscapes() bool { return os.Getenv("TERM") != "dumb" && os.Getenv("NO_COLOR") == "" }

// draw brings the line up to date.
func (d *display) draw(elapsed time.Duration) {
	count := d.count.Load()
	if !d.live || count == nil {
		return
	}
	files, bytes := (*count)()
	d.line(fmt.Sprintf("%d files, %s, %s/s, %.1f s", files, size(float64(bytes)),
		size(float64(bytes)/elapsed.Seconds()), elapsed.Seconds()))
}

// line replaces the line.
func (d *display) line(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drawn = true
	io.WriteString(d.w, "\r\x1b[K"+text)
}

// clear takes the line away.
func (d *display) clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.drawn {
		io.WriteString(d.w, "\r\x1b[K")
		d.drawn = false
	}
}

// message writes text on lines of its own.
func (d *display) message(text string) {
	d.clear()
	d.mu.Lock()
	defer d.mu.Unlock()
	io.WriteString(d.w, visibleLines(text)+"\n")
}

// size writes a number of bytes with three or four digits.
func size(bytes float64) string {
	const units = " kMGTPE"
	i := 0
	for bytes >= 1000 && i < len(units)-1 {
		bytes /= 1000
		i++
	}
	if i == 0 {
		return fmt.Sprintf("%.0f B", bytes)
	}
	return fmt.Sprintf("%.1f %cB", bytes, units[i])
}
