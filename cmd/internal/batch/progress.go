package batch

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode"

	"golang.org/x/term"
)

// A progress says how far a batch is. It writes under the printer's mutex, so that it
// mixes with nothing that items print. That is why it is no Display of package display, which has
// a mutex of its own.
type progress struct {
	d      *dispatcher
	shared bool // what items print goes to a terminal as well
	drawn  bool // a line stands there
	told   time.Time
}

const (
	drawEvery = 100 * time.Millisecond // fast enough for an eye
	tellEvery = 10 * time.Second       // without a terminal; arbitrary
)

func newProgress(d *dispatcher) *progress {
	return &progress{d: d, shared: isTerminal(d.Stdout) || isTerminal(d.Stderr)}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// columns is how wide a terminal is; any other writer takes lines of any length.
func columns(w io.Writer) int {
	if f, ok := w.(interface{ Fd() uintptr }); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return math.MaxInt
}

// cut is text up to so many columns: what goes on in the next line of a terminal is not taken away again.
func cut(text string, columns int) string {
	if r := []rune(text); len(r) > columns {
		return string(r[:max(0, columns)])
	}
	return text
}

func (p *progress) begin() { p.told = p.d.began }

// draw brings the line on a terminal up to date; elsewhere it writes one now and then.
func (p *progress) draw() {
	text := p.d.status(time.Now())
	mu := &p.d.printer.mu
	if !mu.TryLock() { // items print
		return
	}
	defer mu.Unlock()
	switch {
	case p.d.Progress == Live:
		if p.shared && p.d.printer.midLine {
			return // it would be torn
		}
		io.WriteString(p.d.Messages, "\r\x1b[K"+cut(text, columns(p.d.Messages)-1))
		p.drawn = true
	case time.Since(p.told) >= tellEvery:
		p.told = time.Now()
		io.WriteString(p.d.Messages, "skua: "+text+"\n")
	}
}

// hide takes the line away. The caller holds the printer's mutex.
func (p *progress) hide() {
	if p.drawn {
		io.WriteString(p.d.Messages, "\r\x1b[K")
		p.drawn = false
	}
}

// message writes a line of its own.
func (p *progress) message(text string) {
	mu := &p.d.printer.mu
	mu.Lock()
	defer mu.Unlock()
	p.hide()
	io.WriteString(p.d.Messages, "skua: "+visible(text)+"\n")
}

// end takes the line away, unless the printer stands still.
func (p *progress) end() {
	mu := &p.d.printer.mu
	if mu.TryLock() {
		p.hide()
		mu.Unlock()
	}
}

// visible is text without what would change how a terminal looks.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// status says how far the batch is: "412/1998 images, 2 failed, 48.5 a second, 33 s left".
func (d *dispatcher) status(now time.Time) string {
	total, more := d.Source.Total()
	all := 0.0
	if w, ok := d.Source.(Weigher); ok {
		all = w.Weight()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	done, elapsed := d.sum.Inputs, now.Sub(d.began)
	text := fmt.Sprintf("%d", done+d.skippedInputs)
	if !more {
		text += fmt.Sprintf("/%d", total)
	}
	text += " " + d.What
	if d.sum.Failed > 0 {
		text += fmt.Sprintf(", %d failed", d.sum.Failed)
	}
	if done > 0 {
		text += fmt.Sprintf(", %s a second", rate(float64(done)/elapsed.Seconds()))
	}
	if left, ok := d.left(elapsed, total, all); ok && !more {
		text += ", " + left.String() + " left"
	}
	if n := len(d.hosts) - len(d.sum.Lost); len(d.hosts) > 1 {
		text += fmt.Sprintf(", %d hosts", n)
	}
	return text
}

// left is how long the rest will take, if it goes on like this: by weight if all that
// is known, else by number. The caller holds mu.
func (d *dispatcher) left(elapsed time.Duration, total int, all float64) (time.Duration, bool) {
	did, rest := float64(d.sum.Inputs), float64(total-d.sum.Inputs-d.skippedInputs)
	if all > 0 {
		did, rest = d.weight, all-d.weight-d.skipped
	}
	if did <= 0 {
		return 0, false
	}
	seconds := math.Ceil(elapsed.Seconds() * max(0, rest) / did)
	if seconds > 100*365*24*3600 {
		return 0, false
	}
	return time.Duration(seconds) * time.Second, true
}
