package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/hash"
)

// A hashReport writes results to standard output as lines or as one document, and
// all that is not a result to standard error. Except for the display, it is used
// by one goroutine at a time.
type hashReport struct {
	out     *lineWriter
	display *display
	doc     *hashDocument // nil: lines
	line    []byte        // of add, kept for its memory
	begin   time.Time
	total   hashTotals
}

// hashTotals says what became of all files; in JSON its names are for keeps.
type hashTotals struct {
	Files      int     `json:"files"` // with a checksum
	Bytes      int64   `json:"bytes"`
	Errors     int     `json:"errors"`
	Mismatched int     `json:"mismatched"`
	Malformed  int     `json:"malformed"`
	Seconds    float64 `json:"seconds"`
	Workers    int     `json:"workers"`
	Steals     uint64  `json:"steals"`
}

func newHashReport(stdout, stderr io.Writer, json bool) *hashReport {
	h := &hashReport{
		out:     &lineWriter{w: stdout},
		display: newDisplay(stdout, stderr),
		begin:   time.Now(),
	}
	if json {
		h.doc = &hashDocument{out: h.out}
	}
	return h
}

// add writes one result. If want is not nil, the sum is compared with it.
func (h *hashReport) add(r hash.Result, want *hash.Sum) error {
	status := h.count(r, want)
	if r.Err != nil {
		h.message(r.Path, r.Err)
	}
	switch {
	case h.doc != nil:
		return h.doc.add(r, status)
	case want != nil:
		h.line = hash.AppendVerdict(h.line[:0], r.Path, status)
	case r.Err == nil:
		h.line = hash.AppendLine(h.line[:0], r.Path, r.Sum)
	default:
		return nil
	}
	return h.out.write(h.line)
}

// count adds r to the totals and returns its status in the words of sha256sum,
// which are empty if there is nothing to compare with.
func (h *hashReport) count(r hash.Result, want *hash.Sum) string {
	if r.Err != nil {
		h.total.Errors++
		return "FAILED open or read"
	}
	h.total.Files++
	h.total.Bytes += r.Bytes
	switch {
	case want == nil:
		return ""
	case *want == r.Sum:
		return "OK"
	}
	h.total.Mismatched++
	return "FAILED"
}

// message names a file and what is wrong with it on standard error.
func (h *hashReport) message(path string, err error) {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // the path is said already
	}
	h.display.message(fmt.Sprintf("skua: hash: %s: %v", printable(path), err))
}

// printable is path, quoted if it could confuse the reader or the terminal.
func printable(path string) string {
	q := strconv.Quote(path)
	if q[1:len(q)-1] != path || strings.HasSuffix(path, ":") {
		return q
	}
	return path
}

func (h *hashReport) malformed(sums string, line int) {
	h.total.Malformed++
	h.message(sums, fmt.Errorf("line %d: not a checksum line", line))
}

// progress tells show where to look.
func (h *hashReport) progress(f func() (files, bytes int64)) { h.display.count.Store(&f) }

// show keeps the display and the output up to date until stop is called.
func (h *hashReport) show() (stop func()) {
	ticker := time.NewTicker(100 * time.Millisecond)
	stopped := make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				h.out.flush()
				h.display.draw(time.Since(h.begin))
			case <-stopped:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(stopped)
		h.display.clear()
	}
}

// end completes the output and sums up on standard error.
func (h *hashReport) end(stats skua.Stats, interrupted bool) error {
	t := &h.total
	t.Seconds = time.Since(h.begin).Seconds()
	t.Workers, t.Steals = stats.Workers, stats.Steals
	var err error
	if h.doc != nil {
		err = h.doc.end(t, interrupted)
	}
	err = errors.Join(err, h.out.flush())
	h.display.message(fmt.Sprintf("skua: hash: %d files, %s in %.2f s (%s/s), %d workers, %d steals",
		t.Files, size(float64(t.Bytes)), t.Seconds, size(float64(t.Bytes)/t.Seconds), t.Workers, t.Steals))
	return err
}

// verdict is the error, if any, that the counts amount to.
func (h *hashReport) verdict(strict bool) error {
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
