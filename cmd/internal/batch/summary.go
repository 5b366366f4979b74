package batch

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// A Summary counts what became of a batch.
type Summary struct {
	OK, Failed int // items that ended
	Inputs     int // inputs of those
	Skipped    int // items that the joblog has already
	Killed     int // items that were killed because the batch ended early

	Failures []Failure      // the first of those that failed
	Notes    map[string]int // items by the Note of their Outcome
	Hosts    map[string]int // items by host
	Lost     []string       // hosts that were lost for good, and why

	Retried  int // executions because one before had failed
	Rerun    int // executions because the host was lost
	Stolen   int // items that a host gave back for other hosts
	Took     time.Duration
	Received int64
	Sent     int64

	Halted bool // Config.Halt ended the batch
	Good   bool // nothing failed that should not; or the batch was to end by success, and did
}

// Lines says what became of a batch of what, as "images": first what failed, then one
// line of numbers. Names in it may hold anything: make them visible before showing them.
func (s *Summary) Lines(what string) []string {
	var lines []string
	for _, f := range s.Failures {
		line := fmt.Sprintf("%s: %s", f.Label, f.Reason)
		if f.Host != ":" {
			line += " (on " + f.Host + ")"
		}
		lines = append(lines, line)
	}
	if more := s.Failed - len(s.Failures); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more that failed", more))
	}
	return append(lines, s.numbers(what))
}

// numbers is the last line of a summary.
func (s *Summary) numbers(what string) string {
	seconds := s.Took.Seconds()
	parts := []string{fmt.Sprintf("%d %s ok", s.OK, counted(s.OK, what)), fmt.Sprintf("%d failed", s.Failed)}
	for _, note := range slices.Sorted(maps.Keys(s.Notes)) {
		parts = append(parts, fmt.Sprintf("%d %s", s.Notes[note], note))
	}
	add := func(n int, format string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n))
		}
	}
	add(s.Skipped, "%d in the joblog already")
	add(s.Killed, "%d killed")
	parts = append(parts, fmt.Sprintf("%.1f s", seconds))
	if ended := s.OK + s.Failed; ended > 0 && seconds > 0 {
		parts = append(parts, fmt.Sprintf("%s a second", rate(float64(ended)/seconds)))
	}
	if len(s.Hosts) > 1 {
		parts = append(parts, fmt.Sprintf("%d hosts", len(s.Hosts)))
	}
	add(len(s.Lost), "%d lost")
	add(s.Retried, "%d retried")
	add(s.Rerun, "%d run again because a host was lost")
	add(s.Stolen, "%d stolen")
	return strings.Join(parts, ", ")
}

// counted is the word for n of what, which is a plural with s.
func counted(n int, what string) string {
	if n == 1 {
		return strings.TrimSuffix(what, "s")
	}
	return what
}

// rate writes a number of items in a time with two or three digits.
func rate(r float64) string {
	switch {
	case r < 10:
		return fmt.Sprintf("%.2g", r)
	case r < 100:
		return fmt.Sprintf("%.1f", r)
	}
	return fmt.Sprintf("%.0f", r)
}

// A Failure is an item that failed.
type Failure struct {
	Seq    int
	Label  string
	Host   string
	Reason string // "exit code 1", "signal 9", "timed out after 3 s", or an error
}

// A tally counts while a batch runs, under the dispatcher's mutex.
type tally struct {
	sum           Summary
	okInputs      int
	weight        float64 // of what has ended
	skipped       float64 // weight of what was skipped
	skippedInputs int
}

// maxFailures is how many failures are kept to be listed. It is arbitrary: more than
// anybody reads; the joblog has them all.
const maxFailures = 100

// summary returns what became of the batch until now. The caller holds mu.
func (d *dispatcher) summary() Summary {
	sum := d.sum
	sum.Took = time.Since(d.began)
	sum.Good = sum.Failed == 0 || sum.Halted && d.Halt.Why == OnSuccess
	sum.Failures = slices.Clone(sum.Failures)
	sum.Hosts, sum.Notes = maps.Clone(sum.Hosts), maps.Clone(sum.Notes)
	slices.SortFunc(sum.Failures, func(a, b Failure) int { return a.Seq - b.Seq })
	return sum
}

// count adds an item to the summary. The caller holds mu.
func (d *dispatcher) count(it *Item, o *Outcome) {
	d.sum.Inputs += it.Inputs
	d.sum.Hosts[o.Host]++
	d.sum.Received += o.Received
	d.sum.Sent += o.Sent
	d.weight += it.Weight
	if o.Note != "" {
		d.sum.Notes[o.Note]++
	}
	if o.OK() {
		d.sum.OK++
		d.okInputs += it.Inputs
		if d.Timeout.Percent != 0 {
			d.median.add(o.Took)
		}
		return
	}
	d.sum.Failed++
	if len(d.sum.Failures) < maxFailures {
		d.sum.Failures = append(d.sum.Failures, Failure{it.Seq, strings.Clone(it.Label), o.Host, reason(o)})
	}
}

// reason says why an item failed.
func reason(o *Outcome) string {
	switch {
	case o.TimedOut:
		return fmt.Sprintf("timed out after %v", o.Took.Round(10*time.Millisecond))
	case o.Err != nil:
		return o.Err.Error()
	case o.Signal != 0:
		return fmt.Sprintf("signal %d", o.Signal)
	}
	return fmt.Sprintf("exit code %d", o.Exit)
}
