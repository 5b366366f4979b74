package drive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
)

// ExitCannot is the exit code of a child whose way lacks what the case needs.
const ExitCannot = 3

// What becomes of a child that has no sample.
const (
	deadlocks = "deadlocks"
	crashes   = "crashes"
	lateMark  = "> " // and the deadline
	Lacks     = "–"
	notBuilt  = "not built: make bench-native"
)

// An ending is how a child ended: with a sample, or why there is none.
type ending struct {
	Sample
	Verdict string  // empty if there is a sample
	Reason  string  // of the verdict, in the child's words
	Peak    int64   // bytes resident, as the child says, or else as seen now and then
	Waits   float64 // times a second that a thread gave its processor up, since there was nothing to do
}

func (e ending) late() bool { return strings.HasPrefix(e.Verdict, lateMark) }

// A child is one process to be run.
type child struct {
	path     string
	args     []string
	env      string // key=value, or nothing
	deadline time.Duration
	stall    time.Duration // without progress: a deadlock; 0 if it may sleep on purpose
}

// childOf returns the process for a way in a round, or the verdict that there is none.
func (d *Driver) childOf(c cases.Case, w cases.Way, p cases.Params, round int) (child, string) {
	args := append(p.Texts(), fmt.Sprintf("workers=%d", d.Workers), fmt.Sprintf("ms=%d", d.Budget.Milliseconds()))
	ch := child{deadline: d.Deadline, stall: d.Stall}
	if c.Kind == cases.Latency || c.Kind == cases.Quiet {
		ch.stall = 0
	}
	if w.Native == "" {
		ch.path, ch.args = d.program(round), append([]string{"one", c.ID, w.Name}, args...)
		return ch, ""
	}
	id := c.ID
	if w.Case != "" {
		id = w.Case
	}
	ch.path, ch.args, ch.env = filepath.Join(d.Native, w.Native), append([]string{id}, args...), w.Env
	if !d.built(w) {
		return ch, notBuilt
	}
	return ch, ""
}

// built reports whether the native program of a way is there.
func (d *Driver) built(w cases.Way) bool {
	_, err := os.Stat(filepath.Join(d.Native, w.Native))
	return err == nil
}

// run runs the process to its end, or to its deadline.
func (ch child) run(ctx context.Context) (ending, error) {
	late, cancel := context.WithTimeout(ctx, ch.deadline)
	defer cancel()
	cmd := exec.CommandContext(late, ch.path, ch.args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if ch.env != "" {
		cmd.Env = append(cmd.Environ(), ch.env)
	}
	cmd.WaitDelay = time.Second
	begun := time.Now()
	if err := cmd.Start(); ctx.Err() != nil {
		return ending{}, ctx.Err()
	} else if err != nil {
		return ending{Verdict: crashes, Reason: err.Error()}, nil
	}
	var stalled atomic.Bool
	ended, seen := make(chan struct{}), make(chan int64)
	go func() {
		seen <- watch(cmd.Process.Pid, ch.stall, ended, func() {
			stalled.Store(true)
			cancel()
		})
	}()
	err := cmd.Wait()
	close(ended)
	e := ending{Peak: <-seen, Waits: waits(cmd.ProcessState) / time.Since(begun).Seconds()}
	if ctx.Err() != nil {
		return ending{}, ctx.Err()
	}
	if err == nil {
		e.Sample, err = parseSample(stdout.Bytes())
		e.Peak = max(e.Peak, e.Bytes)
		return e, err
	}
	e.Verdict, e.Reason = judge(err, stderr.String(), stalled.Load(), late.Err() != nil, ch.deadline)
	return e, nil
}

// judge says what became of a child that did not end well.
func judge(err error, stderr string, stalled, late bool, deadline time.Duration) (verdict, reason string) {
	var exit *exec.ExitError
	switch {
	case stalled, strings.Contains(stderr, "all goroutines are asleep - deadlock!"):
		return deadlocks, ""
	case late:
		return lateMark + fmt.Sprintf("%.0f s", deadline.Seconds()), ""
	case errors.As(err, &exit) && exit.ExitCode() == ExitCannot:
		return Lacks, strings.TrimPrefix(lastLine(stderr), "bench: ")
	}
	return crashes, firstLine(stderr)
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
