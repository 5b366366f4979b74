package top

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// look is how often the size of the terminal is looked at: not all systems tell of a change.
const look = 250 * time.Millisecond

// A size is a terminal's. No lines means as many as needed.
type size struct{ columns, lines int }

// watch shows the dashboard in the terminal until the user has enough, or ctx is over.
func watch(ctx context.Context, in, out *os.File, base *url.URL) error {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return err
	}
	defer term.Restore(int(in.Fd()), before)
	out.WriteString("\x1b[?1049h\x1b[?25l") // another screen, no cursor
	defer out.WriteString("\x1b[?25h\x1b[?1049l")
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go keys(in, cancel)
	frames := make(chan heard)
	go listen(ctx, base, frames)
	return show(ctx, out, base, frames)
}

// keys ends all when the user wants that. A read cannot be interrupted: it is left behind.
func keys(in *os.File, end func()) {
	buf := make([]byte, 64)
	for {
		n, err := in.Read(buf)
		if err != nil || bytes.ContainsAny(buf[:n], "qQ\x03\x04") {
			end()
			return
		}
	}
}

// show draws what is heard, and again if the terminal has another size.
func show(ctx context.Context, out *os.File, base *url.URL, frames <-chan heard) error {
	last := heard{state: "connecting"}
	every := time.NewTicker(look)
	defer every.Stop()
	for {
		columns, lines, err := term.GetSize(int(out.Fd()))
		if err != nil {
			return err
		}
		if err := paint(out, draw(last.frame, size{columns, lines}, fmt.Sprintf("%s  %s", base, last.state))); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-every.C:
		case h := <-frames:
			if h.frame == nil {
				h.frame = last.frame // what was seen last stays
			}
			last = h
		}
	}
}

// paint writes lines over what is on the screen, without a moment in which it is empty.
func paint(out *os.File, lines []string) error {
	_, err := out.WriteString("\x1b[H" + strings.Join(lines, "\x1b[K\r\n") + "\x1b[K\x1b[J")
	return err
}
