package dashboard

import (
	"time"

	"github.com/skua-go/skua/trace"
)

// Frame is what a dashboard shows at one moment: a report in few bytes. Its JSON is at most 16 KiB
// long.
type Frame struct {
	Number  int64     `json:"number"` // counts the frames of this server
	Title   string    `json:"title"`
	Started time.Time `json:"started"`
	Machine string    `json:"machine"`
	Workers int       `json:"workers"` // 0: nothing is recorded
	Seconds float64   `json:"seconds"`
	Live    bool      `json:"live"`
	Calls   int64     `json:"calls"` // from outside
	Events  int64     `json:"events"`

	Verdict Verdict       `json:"verdict"`
	Span    Span          `json:"span"`
	Columns trace.Columns `json:"columns"`
	Series  Series        `json:"series"`

	Lines     []Line   `json:"lines"`
	MoreLines int      `json:"more_lines,omitempty"` // that are left out
	Sites     []Site   `json:"sites"`                // by lost time, the largest first
	MoreSites int      `json:"more_sites,omitempty"` // that are left out
	Panics    []Panic  `json:"panics,omitempty"`     // the newest last
	Panicked  int      `json:"panicked,omitempty"`   // tasks
	StealRate float64  `json:"steal_rate"`           // steals a second since the frame before
	Steals    int64    `json:"steals"`
	Progress  Progress `json:"progress"` // of a program that tells it
	Cluster   *Cluster `json:"cluster,omitempty"`
}

// Verdict is the report's, and all losses.
type Verdict struct {
	Sentence string  `json:"sentence"`
	Refused  bool    `json:"refused,omitempty"` // the recording does not allow one
	SpeedUp  float64 `json:"speed_up"`          // in ×
	Losses   []Loss  `json:"losses"`            // the largest first
}

// Loss is what one cause takes of the speed-up.
type Loss struct {
	Cause trace.Cause `json:"cause"`
	Lost  float64     `json:"lost"` // in ×
}

// Span is the report's: work, span and what they allow.
type Span struct {
	Work        float64 `json:"work"`
	Span        float64 `json:"span"`
	Parallelism float64 `json:"parallelism"`
	AtLeast     bool    `json:"at_least,omitempty"`
}

// Series says for each column of time how many workers were in which mode on average, and how many
// tasks waited for one.
type Series struct {
	Work   []float64 `json:"work"`
	Over   []float64 `json:"over"`
	Search []float64 `json:"search"`
	Held   []float64 `json:"held"` // waiting, blocked, paused, or ready without a processor
	Ready  []float64 `json:"ready"`
}

// Line is one worker. Now and All say what share of the time since the frame before, and of all
// time, it was in each mode: a letter of Letters for each of Modes, from none to all. Cells has a
// letter for each column: with the number 8·m + k the worker worked k sevenths of it, and mode m
// was the longest of the others, or away if m is 0.
type Line struct {
	Name   string `json:"name"`
	Guest  bool   `json:"guest,omitempty"`
	Steals int64  `json:"steals"`
	Now    string `json:"now"`
	All    string `json:"all"`
	Site   int    `json:"site"` // the call site it worked for last: index in Frame.Sites, or -1
	Cells  string `json:"cells"`
}

// Site is a call site.
type Site struct {
	Name     string         `json:"name"`
	Function string         `json:"function"`
	Kind     trace.SiteKind `json:"kind"`
	Count    int64          `json:"count"`
	Unit     float64        `json:"unit"`    // seconds of a piece of work: the median
	Longest  float64        `json:"longest"` // seconds
	Work     float64        `json:"work"`    // seconds
	Over     float64        `json:"over"`    // seconds
	Off      float64        `json:"off"`     // seconds
	Lost     float64        `json:"lost"`    // seconds that workers idled while it ran
}

// Panic is a task that panicked.
type Panic struct {
	At     float64 `json:"at"` // seconds since the begin
	Worker string  `json:"worker"`
	Site   string  `json:"site"`
	Text   string  `json:"text"`
}
