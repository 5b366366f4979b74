package drive

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/skua-go/skua/bench/internal/cases"
)

// A Change is what a way takes in two builds of this program, from rounds in which both had
// their turn.
type Change struct {
	Case    string
	Way     string
	Params  string
	Before  Cell
	After   Cell
	Ratio   Figure // after over before, of the same round
	Verdict string // why there is no ratio
}

// Against runs every row of c with d's program and with those at before, one for each layout of d,
// in turns, and returns a Change for each way of skua. The two swap places after each round, so that neither
// always comes first. A way that the other build does not have gets a verdict.
func (d *Driver) Against(ctx context.Context, before []string, c cases.Case) ([]Change, error) {
	other := *d
	other.Self, other.Layouts = before[0], before
	var changes []Change
	for _, p := range c.Rows(d.Full) {
		want := wants(c)
		for _, w := range d.own(c) {
			change, err := d.change(ctx, &other, c, w, c.ParamsOf(w, p), want)
			if err != nil {
				return changes, fmt.Errorf("%s %s %s: %w", c.ID, p, w.Name, err)
			}
			changes = append(changes, change)
			fmt.Fprintf(d.Progress, "%-14s %-40s %s\n", c.ID, p, w.Name)
		}
	}
	return changes, nil
}

// own returns the ways of c that change with skua: those that d.Peers names, else those whose
// names begin with skua's, else all that are written in Go.
func (d *Driver) own(c cases.Case) []cases.Way {
	of := func(match func(w cases.Way) bool) []cases.Way {
		return slices.DeleteFunc(c.Ways(), func(w cases.Way) bool { return w.Start == nil || !match(w) })
	}
	if len(d.Peers) > 0 {
		return of(func(w cases.Way) bool { return slices.Contains(d.Peers, w.Name) })
	}
	if own := of(func(w cases.Way) bool { return strings.HasPrefix(w.Name, "skua") }); len(own) > 0 {
		return own
	}
	return of(func(cases.Way) bool { return true })
}

// change runs all rounds of one way.
func (d *Driver) change(ctx context.Context, other *Driver, c cases.Case, w cases.Way, p cases.Params,
	want func(p cases.Params) string) (Change, error) {
	turns := []*Driver{other, d}
	endings := map[*Driver][]ending{}
	for round := range d.Rounds {
		for _, turn := range turns {
			e, err := turn.ask(ctx, c, w, p, want, round)
			if err != nil {
				return Change{}, err
			}
			endings[turn] = append(endings[turn], e)
		}
		slices.Reverse(turns)
	}
	change := Change{Case: c.ID, Way: w.Name, Params: p.String(),
		Before: cellOf(w, endings[other]), After: cellOf(w, endings[d])}
	switch {
	case change.Before.Verdict != "":
		change.Verdict = "before: " + change.Before.Verdict
	case change.After.Verdict != "":
		change.Verdict = "after: " + change.After.Verdict
	default:
		change.Ratio = Quotients(change.After, change.Before)
	}
	return change, nil
}
