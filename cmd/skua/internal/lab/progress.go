package lab

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/display"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/dashboard"
	"github.com/skua-go/skua/lab"
)

const schemaVersion = 1 // of the document that lab run --json prints

// A progress writes results to standard output and says on standard error how far
// the run is. Safe for concurrent use: after an interrupt an experiment may still
// run that does not look at it.
type progress struct {
	out     io.Writer
	display *display.Display
	asJSON  bool

	mu    sync.Mutex
	of    int
	now   lab.Progress
	nth   int // experiment
	began time.Time
	told  time.Time // when something was written last
	ended bool
	document
}

// document is the JSON form of a run.
type document struct {
	SchemaVersion int          `json:"schema_version"`
	Results       []lab.Result `json:"results"`
	Errors        []failed     `json:"errors"`
	Interrupted   bool         `json:"interrupted,omitempty"`
}

type failed struct {
	ID    string `json:"id"`
	Error string `json:"error"`
}

func newProgress(stdout, stderr io.Writer, asJSON bool, of int) *progress {
	return &progress{
		out:      stdout,
		display:  display.New(nil, stderr),
		asJSON:   asJSON,
		of:       of,
		document: document{schemaVersion, []lab.Result{}, []failed{}, false},
	}
}

// begin says that the ith experiment begins.
func (r *progress) begin(i int, id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.nth, r.began, r.now = i+1, time.Now(), lab.Progress{ID: id}
	r.tell()
}

// progress hears of every case.
func (r *progress) progress(p lab.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = p
	if !r.display.Live() && !p.Saved && time.Since(r.told) > display.Silence {
		r.tell()
	}
}

// tell writes how far the run is.
func (r *progress) tell() {
	if r.ended {
		return
	}
	r.told = time.Now()
	if r.display.Live() {
		r.display.Line(r.status())
	} else {
		r.display.Message("skua: lab: " + r.status())
	}
}

func (r *progress) status() string {
	text := fmt.Sprintf("[%d/%d] %s", r.nth, r.of, r.now.ID)
	if r.now.N > 0 {
		text += fmt.Sprintf(": case %d", r.now.N)
		if r.now.Of > 0 {
			text += fmt.Sprintf(" of %d", r.now.Of)
		}
		text += fmt.Sprintf(" (%s), %.1f s", r.now.Case, time.Since(r.began).Seconds())
	}
	return text
}

// shown is how far the run is, for a dashboard. Pools are not recorded: it would change what is
// measured.
func (r *progress) shown() dashboard.Progress {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now.Of > 0 {
		return dashboard.Progress{Done: int64(r.now.N), Total: int64(r.now.Of), What: fmt.Sprintf("cases of experiment %d of %d, %s", r.nth, r.of, r.now.ID)}
	}
	return dashboard.Progress{Done: int64(r.nth), Total: int64(r.of), What: "experiments"}
}

// show keeps the line on a terminal up to date until stop is called; elsewhere it
// breaks long silences.
func (r *progress) show() (stop func()) {
	end := display.Every(display.Redraw, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.nth > 0 && (r.display.Live() || time.Since(r.told) > display.Silence) {
			r.tell()
		}
	})
	return func() {
		end()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.ended = true
		r.display.Clear()
	}
}

// add writes the result of an experiment, or what was wrong with it.
func (r *progress) add(id string, res lab.Result, failure error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return nil
	}
	r.display.Clear()
	if failure != nil {
		text := strings.TrimPrefix(failure.Error(), id+": ")
		r.Errors = append(r.Errors, failed{id, text})
		r.display.Message("skua: lab: " + id + ": " + text)
		return nil
	}
	r.Results = append(r.Results, res)
	if r.asJSON {
		return nil
	}
	return verdictLine(r.out, res)
}

// end completes the output. Its error is that some experiments failed.
func (r *progress) end(interrupted bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Interrupted = interrupted
	if r.asJSON {
		if err := output.WriteJSON(r.out, r.document); err != nil {
			return err
		}
	}
	if len(r.Errors) > 0 {
		return fmt.Errorf("lab run: %d of %d experiments failed", len(r.Errors), r.of)
	}
	return nil
}
