package batch

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
)

// An Entry is one line of a joblog.
type Entry struct {
	Seq      int
	Host     string
	Start    time.Time
	Took     time.Duration
	Sent     int64
	Received int64
	Exit     int
	Signal   int
	Command  string // with NUL for each newline
}

// OK tells whether the item succeeded.
func (e *Entry) OK() bool { return e.Exit == 0 && e.Signal == 0 }

// appendLine appends an item's line in GNU parallel's formats: times in seconds with three
// digits, the runtime ten characters wide, and -1 for the exit value of what timed out.
func appendLine(b []byte, it *Item, o *Outcome) []byte {
	b = strconv.AppendInt(b, int64(it.Seq), 10)
	b = append(b, '\t')
	b = append(b, o.Host...)
	b = append(b, '\t')
	b = appendMillis(b, o.Start.UnixMilli(), 0)
	b = append(b, '\t')
	b = appendMillis(b, o.Took.Round(time.Millisecond).Milliseconds(), 10)
	for _, n := range []int64{o.Sent, o.Received, int64(exitValue(o)), int64(o.Signal)} {
		b = append(b, '\t')
		b = strconv.AppendInt(b, n, 10)
	}
	b = append(b, '\t')
	b = append(b, inLog(it.Label)...)
	return append(b, '\n')
}

// exitValue is what stands under Exitval. It is never 0 for what failed by no signal.
func exitValue(o *Outcome) int {
	switch {
	case o.TimedOut:
		return -1
	case o.Exit == 0 && o.Signal == 0 && o.Err != nil:
		return 1
	}
	return o.Exit
}

// appendMillis appends milliseconds as seconds with three digits, after spaces up to a width.
func appendMillis(b []byte, ms int64, width int) []byte {
	ms = max(ms, 0)
	var digits [24]byte
	d := strconv.AppendInt(digits[:0], ms/1000, 10)
	for i := len(d) + 4; i < width; i++ {
		b = append(b, ' ')
	}
	b = append(b, d...)
	return append(b, '.', byte('0'+ms/100%10), byte('0'+ms/10%10), byte('0'+ms%10))
}

// ReadJoblog reads a joblog, of GNU parallel or of this package. A torn last line is left out.
func ReadJoblog(name string) ([]Entry, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("joblog: %w", err)
	}
	entries, _, err := parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("joblog %s: %w", name, err)
	}
	return entries, nil
}

// parse reads the lines of a joblog, and how many bytes of text are whole lines. The
// last is torn if it has no end, or ends but cannot be read: after a power failure
// some of its blocks may be zeros.
func parse(text string) (entries []Entry, whole int, err error) {
	for n := 1; whole < len(text); n++ {
		line, rest, ended := strings.Cut(text[whole:], "\n")
		if !ended {
			break
		}
		if n > 1 || line != header {
			e, err := parseLine(line)
			if err != nil && rest == "" && n > 1 {
				break
			}
			if err != nil {
				return nil, 0, fmt.Errorf("line %d is not of a joblog: %w", n, err)
			}
			entries = append(entries, e)
		}
		whole += len(line) + 1
	}
	return entries, whole, nil
}

// parseLine reads one line.
func parseLine(line string) (e Entry, err error) {
	f := strings.SplitN(line, "\t", 9)
	if len(f) != 9 {
		return e, fmt.Errorf("%d columns, want 9 with tabs between them", len(f))
	}
	var start, took float64
	e.Host, e.Command = f[1], f[8]
	for i, into := range []any{&e.Seq, nil, &start, &took, &e.Sent, &e.Received, &e.Exit, &e.Signal} {
		switch into := into.(type) {
		case *int:
			*into, err = strconv.Atoi(f[i])
		case *int64:
			*into, err = strconv.ParseInt(f[i], 10, 64)
		case *float64:
			*into, err = strconv.ParseFloat(strings.TrimSpace(f[i]), 64)
		}
		if err != nil {
			return e, fmt.Errorf("column %d: %w", i+1, err)
		}
	}
	e.Start = time.UnixMilli(int64(math.Round(start * 1000)))
	e.Took = time.Duration(math.Round(took*1000)) * time.Millisecond
	return e, nil
}

// Runtimes returns how long each command took that succeeded, the last time: for
// taking the longest first.
func Runtimes(entries []Entry) map[string]time.Duration {
	took := map[string]time.Duration{}
	for _, e := range entries {
		if e.OK() {
			took[strings.ReplaceAll(e.Command, "\x00", "\n")] = e.Took
		}
	}
	return took
}
