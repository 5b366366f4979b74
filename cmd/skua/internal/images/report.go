package images

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/cmd/internal/images"
)

// An report tells what became of every input. Its results come from the hosts, so
// they are those of the last execution of each input.
type report struct {
	out, err io.Writer
	json     bool
	mute     bool
	plan     *images.Plan
	begin    time.Time

	mu      sync.Mutex
	results map[*images.Work]result
}

// result is how the last execution of a work ended.
type result struct {
	failed error // nil: it went well
	host   string
	took   time.Duration
}

func newReport(cmd *cobra.Command, o *options, plan *images.Plan, begin time.Time) *report {
	return &report{out: cmd.OutOrStdout(), err: cmd.ErrOrStderr(), json: o.json, mute: o.mute,
		plan: plan, begin: begin, results: map[*images.Work]result{}}
}

// ended takes note of an execution. Safe for concurrent use.
func (r *report) ended(it *batch.Item, o *batch.Outcome) {
	result := result{host: o.Host, took: o.Took}
	switch {
	case o.State == batch.GivenBack || o.State == batch.Interrupted:
		return
	case o.State == batch.HostLost:
		result.failed = errors.New("its host was lost") // if it is not done by another
	case o.OK():
	case o.TimedOut:
		result.failed = fmt.Errorf("timed out after %.1f s", o.Took.Seconds())
	case o.Err != nil:
		result.failed = o.Err
	default:
		result.failed = fmt.Errorf("exit code %d", o.Exit)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.results[it.Payload.(*images.Work)] = result
}

// dryRun prints what would be made of what.
func (r *report) dryRun() error {
	if r.json {
		return r.document(nil, false)
	}
	out := output.NewLines(r.out)
	for _, w := range r.plan.Works {
		switch {
		case w.Err != nil:
			r.failure(w, w.Err)
		case w.UpToDate():
			out.Add([]byte(text.Path(w.Input) + ": up to date\n"))
		}
		if w.Err != nil || w.UpToDate() {
			continue
		}
		for _, o := range w.Outputs {
			out.Add(fmt.Appendf(nil, "%s -> %s, %dx%d\n", text.Path(w.Input), text.Path(o.Path), o.Width, o.Height))
		}
	}
	return out.Flush()
}

// end lists the failures, sums up, and returns the error that the failures amount to.
func (r *report) end(ctx context.Context, s *batch.Summary) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.plan.Works {
		if result := r.results[w]; result.failed != nil {
			r.failure(w, result.failed)
		}
	}
	for _, lost := range s.Lost {
		r.message(lost)
	}
	if !r.mute {
		for _, note := range slices.Sorted(maps.Keys(s.Notes)) {
			r.message(fmt.Sprintf("%s (%s)", note, grouped(s.Notes[note])))
		}
		r.message(r.summary(s))
	}
	if r.json {
		if err := r.document(s, ctx.Err() != nil); err != nil {
			return err
		}
	}
	if s.Failed > 0 && !s.Good {
		return exit.ErrSomeFailed
	}
	return nil
}

func (r *report) message(line string) {
	fmt.Fprintf(r.err, "skua: images: %s\n", text.Visible(line))
}

func (r *report) failure(w *images.Work, err error) {
	r.message(text.Path(w.Input) + ": " + err.Error())
}

// summary is the line at the end.
func (r *report) summary(s *batch.Summary) string {
	took := time.Since(r.begin).Seconds()
	parts := []string{grouped(s.OK) + " ok", grouped(s.Failed) + " failed"}
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, grouped(n)+" "+what)
		}
	}
	add(r.plan.Current, "up to date")
	add(r.plan.LeftOut, "left out (made by an earlier run)")
	add(s.Skipped, "in the joblog")
	add(s.Killed, "stopped")
	add(len(r.plan.Works)-r.plan.Current-s.OK-s.Failed-s.Skipped-s.Killed, "not started")
	add(s.Retried, "tried again")
	parts = append(parts, fmt.Sprintf("%.1f s", took))
	if s.OK > 0 {
		parts = append(parts, fmt.Sprintf("%.1f images/s", float64(s.OK)/took))
	}
	if len(s.Hosts) > 1 {
		parts = append(parts, fmt.Sprintf("%d hosts", len(s.Hosts)))
	}
	return strings.Join(parts, ", ")
}

// grouped writes a number with a space between thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}
