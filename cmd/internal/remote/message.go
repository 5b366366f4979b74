package remote

import (
	"errors"
	"fmt"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/wire"
)

// protocol is the version of the frames. Both sides must have the same.
const protocol = 2

// A hello is the first frame in each direction.
type hello struct {
	Protocol int           `json:"protocol"`
	CPUs     int           `json:"cpus,omitempty"`    // from the host: its processors
	Silence  time.Duration `json:"silence,omitempty"` // from the submitter: it is dead after that
	Limit    int64         `json:"limit,omitempty"`   // of the host's store of contents, in bytes
}

// A job is an item as the host gets it.
type job struct {
	Command *each.Command `json:"command"`
	Plan    *files.Plan   `json:"plan"`
	Shared  bool          `json:"shared,omitempty"` // run in Plan.Dir; no files travel
	Timeout time.Duration `json:"timeout,omitempty"`
}

// A quantity is a number of items or slots.
type quantity struct {
	N int `json:"n"`
}

// A refusal says why a content does not come.
type refusal struct {
	Sum   string `json:"sum"`
	Error string `json:"error"`
}

// A report is a batch.Outcome as it travels.
type report struct {
	State    batch.State   `json:"state"`
	Took     time.Duration `json:"took"`
	Idle     time.Duration `json:"idle"` // the item was ready and waited for a slot
	Exit     int           `json:"exit,omitempty"`
	Signal   int           `json:"signal,omitempty"`
	TimedOut bool          `json:"timed_out,omitempty"`
	MaxRSS   int64         `json:"max_rss,omitempty"`
	Err      string        `json:"err,omitempty"`
	Left     string        `json:"left,omitempty"` // files that did not come back
}

// outcome makes a batch.Outcome of a report. Times are those of the host's clock that do not depend
// on how it is set.
func (r *report) outcome(host string) batch.Outcome {
	o := batch.Outcome{
		State: r.State, Host: host, Start: time.Now().Add(-r.Took), Took: r.Took,
		Exit: r.Exit, Signal: r.Signal, TimedOut: r.TimedOut, MaxRSS: r.MaxRSS,
	}
	if r.Err != "" {
		o.Err = errors.New(r.Err)
	}
	if r.Left != "" {
		o.Note = "left files on the host"
	}
	return o
}

func reportOf(o batch.Outcome) report {
	r := report{State: o.State, Took: o.Took, Exit: o.Exit, Signal: o.Signal, TimedOut: o.TimedOut, MaxRSS: o.MaxRSS}
	if o.Err != nil {
		r.Err = o.Err.Error()
	}
	return r
}

// decode reads the payload of a frame.
func decode[T any](f frame) (T, error) {
	var v T
	if err := wire.Unmarshal(f.payload, &v); err != nil {
		return v, fmt.Errorf("a frame of kind %d that cannot be read: %v", f.kind, err)
	}
	return v, nil
}
