package lab

import (
	"context"
	"fmt"
)

// An Experiment turns one claim of the literature into something that anyone can
// run again: data, and three functions. Run measures, Judge and Plot look at the
// table that Run filled and at nothing else, so that a verdict can be repeated,
// and tested with data that should refute it.
type Experiment struct {
	ID     string
	Source string // key of docs/papers.md and place, as in "[HS02] Theorem 4.3"
	Claim  string // one sentence
	How    string // one sentence: what is run, and what is counted or timed

	Confirms string // what must be seen for Confirmed
	Refutes  string // what must be seen for Refuted; anything else is Inconclusive

	Params []Param

	Run   func(ctx context.Context, r *Runner) error
	Judge func(t *Table) Finding
	Plot  func(t *Table) []Figure
}

// A Param is a parameter of an experiment, with the values that it takes in a
// quick and in a full run.
type Param struct {
	Name  string
	Doc   string // with the unit
	Quick []int
	Full  []int
}

// A Verdict says what became of a claim.
type Verdict string

const (
	Confirmed    Verdict = "confirmed"
	Refuted      Verdict = "refuted"
	Inconclusive Verdict = "inconclusive"
)

// A Finding is what Judge saw.
type Finding struct {
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason"` // in words, with the numbers that decided
	Facts   []Fact  `json:"facts,omitempty"`
}

// A Fact is one number of a finding.
type Fact struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
}

// Judged returns the finding that the claim is confirmed if holds, else refuted.
func Judged(holds bool, reason string, args ...any) Finding {
	f := Finding{Verdict: Refuted, Reason: fmt.Sprintf(reason, args...)}
	if holds {
		f.Verdict = Confirmed
	}
	return f
}

// Undecided returns the finding that the data do not decide.
func Undecided(reason string, args ...any) Finding {
	return Finding{Verdict: Inconclusive, Reason: fmt.Sprintf(reason, args...)}
}

// A Figure is a picture as data. Whoever draws it chooses colours and sizes.
type Figure struct {
	Title  string     `json:"title"`
	X      string     `json:"x"` // what the axes show, with units
	Y      string     `json:"y"`
	LogX   bool       `json:"log_x,omitempty"`
	LogY   bool       `json:"log_y,omitempty"`
	Kind   FigureKind `json:"kind"`
	Series []Series   `json:"series"`
	Note   string     `json:"note,omitempty"` // what to look for, one sentence
}

// FigureKind is the shape of a figure.
type FigureKind string

const (
	Lines    FigureKind = "lines"    // points joined by lines, in the order of X
	Points   FigureKind = "points"   // points alone
	Bars     FigureKind = "bars"     // one bar for each label, in groups of series
	Timeline FigureKind = "timeline" // one row for each label: X to X2 busy
)

// A Series is one line, set of points, colour of bars, or kind of time.
type Series struct {
	Name   string    `json:"name"`
	Labels []string  `json:"labels,omitempty"` // Bars, Timeline: what each value belongs to
	X      []float64 `json:"x,omitempty"`      // Timeline: where it begins; Bars have none
	Y      []float64 `json:"y,omitempty"`      // Timelines have none
	Low    []float64 `json:"low,omitempty"`    // bounds of Y, if known
	High   []float64 `json:"high,omitempty"`
	X2     []float64 `json:"x2,omitempty"`     // Timeline: where it ends
	Dashed bool      `json:"dashed,omitempty"` // a bound or a prediction, not a measurement
}
