package lab

import (
	"context"
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
	Kinds  Kinds
	Needs  Needs

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
