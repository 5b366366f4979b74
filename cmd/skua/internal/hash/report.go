package hash

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/cli/display"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/cmd/internal/hash"
	"github.com/skua-go/skua/dashboard"
)

// A report writes results to standard output as lines or as one document, and
// all that is not a result to standard error. Except for the display and malformed,
// it is used by one goroutine at a time.
type report struct {
	asked   options
	missing int // files that --ignore-missing passes over
	out     *output.Lines
	display *display.Display
	doc     *document                                   // nil: lines
	line    []byte                                      // of add, kept for its memory
	counted atomic.Pointer[func() (files, bytes int64)] // for show; nil before the work begins
	begin   time.Time
	total   totals

	mu    sync.Mutex // guards ended, and Malformed until then
	ended bool
}

// totals counts what became of all files. The JSON names are stable.
type totals struct {
	Files      int     `json:"files"` // with a checksum
	Bytes      int64   `json:"bytes"`
	Errors     int     `json:"errors"`
	Mismatched int     `json:"mismatched"`
	Malformed  int     `json:"malformed"`
	Seconds    float64 `json:"seconds"`
	Workers    int     `json:"workers"`
	Steals     uint64  `json:"steals"`
}

func newReport(stdout, stderr io.Writer, json bool) *report {
	h := &report{
		out:     output.NewLines(stdout),
		display: display.New(stdout, stderr),
		begin:   time.Now(),
	}
	if json {
		h.doc = &document{out: h.out}
	}
	return h
}

// add writes one result. If it has a Want, the sum is compared with it.
func (h *report) add(r hash.Result) error {
	if h.asked.missing && errors.Is(r.Err, fs.ErrNotExist) {
		h.missing++
		return nil
	}
	status := h.count(r)
	if h.asked.status || h.asked.quiet && status == "OK" {
		return nil
	}
	if r.Err != nil {
		h.message(r.Path, r.Err)
	}
	switch {
	case h.doc != nil:
		return h.doc.add(r, status)
	case r.Want != nil:
		h.line = hash.AppendVerdict(h.line[:0], r.Path, status)
	case r.Err == nil:
		h.line = hash.AppendLine(h.line[:0], r.Path, r.Sum, h.asked.end())
	default:
		return nil
	}
	return h.out.Add(h.line)
}

// count adds r to the totals and returns its status in the words of sha256sum,
// which are empty if there is nothing to compare with.
func (h *report) count(r hash.Result) string {
	if r.Err != nil {
		h.total.Errors++
		return "FAILED open or read"
	}
	h.total.Files++
	h.total.Bytes += r.Bytes
	switch {
	case r.Want == nil:
		return ""
	case *r.Want == r.Sum:
		return "OK"
	}
	h.total.Mismatched++
	return "FAILED"
}

// message names a file and what is wrong with it on standard error.
func (h *report) message(path string, err error) {
	if h.asked.status {
		return
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // the path is said already
	}
	h.display.Message(fmt.Sprintf("skua: hash: %s: %v", text.Path(path), err))
}

// maxMalformed is how many lines are named of those that make no sense.
const maxMalformed = 10 // arbitrary

// malformed counts a line of the file sums that makes no sense. It may be called
// while add is, and after end: then it does nothing.
func (h *report) malformed(sums string, line int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return
	}
	h.total.Malformed++
	switch n := h.total.Malformed; {
	case n <= maxMalformed:
		h.message(sums, fmt.Errorf("line %d: not a checksum line", line))
	case n == maxMalformed+1:
		h.message(sums, errors.New("more lines that are not checksum lines; they are counted, not named"))
	}
}

// progress tells show where to look.
func (h *report) progress(f func() (files, bytes int64)) { h.counted.Store(&f) }

// shown is how far the work is, for a dashboard.
func (h *report) shown() dashboard.Progress {
	p := dashboard.Progress{What: "files"}
	if counted := h.counted.Load(); counted != nil {
		p.Done, _ = (*counted)()
	}
	return p
}

// show keeps the display and the output up to date until stop is called.
func (h *report) show() (stop func()) {
	end := display.Every(display.Redraw, func() {
		h.out.Flush()
		if line := h.status(time.Since(h.begin)); line != "" && h.display.Live() {
			h.display.Line(line)
		}
	})
	return func() {
		end()
		h.display.Clear()
	}
}

// status is the line that says how far the work is, empty before it has begun.
func (h *report) status(elapsed time.Duration) string {
	count := h.counted.Load()
	if count == nil {
		return ""
	}
	files, bytes := (*count)()
	return fmt.Sprintf("%d files, %s, %s/s, %.1f s", files, text.Size(float64(bytes)),
		text.Size(float64(bytes)/elapsed.Seconds()), elapsed.Seconds())
}

// end completes the output and sums up on standard error.
func (h *report) end(stats skua.Stats, interrupted bool) error {
	h.mu.Lock() // held no longer than malformed holds it, which may be called still
	h.ended = true
	h.mu.Unlock()
	t := &h.total
	t.Seconds = time.Since(h.begin).Seconds()
	t.Workers, t.Steals = stats.Workers, stats.Steals
	var err error
	if h.doc != nil {
		err = h.doc.end(t, interrupted)
	}
	err = errors.Join(err, h.out.Flush())
	if h.asked.status {
		return err
	}
	if !h.asked.quiet {
		h.display.Message(fmt.Sprintf("skua: hash: %d files, %s in %.2f s (%s/s), %d workers, %d steals",
			t.Files, text.Size(float64(t.Bytes)), t.Seconds, text.Size(float64(t.Bytes)/t.Seconds), t.Workers, t.Steals))
	}
	if t.Malformed > 0 {
		h.display.Message(fmt.Sprintf("skua: hash: not checksum lines: %d", t.Malformed))
	}
	return err
}

// verdict is the error, if any, that the counts amount to.
func (h *report) verdict(strict bool) error {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(h.total.Errors, "could not be read")
	add(h.total.Mismatched, "did not match")
	if strict {
		add(h.total.Malformed, "malformed lines")
	}
	if parts == nil {
		return nil
	}
	return errors.New("hash: " + strings.Join(parts, ", "))
}
