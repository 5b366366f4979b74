package many

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/lab"
)

// The rule of Confirms and Refutes, which is that of the experiment victims.
const (
	fewRaces  = 1.0 // failed compare-and-swaps for a steal with random victims: less than so many
	manyTimes = 4.0 // as many with a fixed victim, at least
)

// A match is a random victim against a fixed one: failed compare-and-swaps for a steal, medians.
type match struct {
	where         string
	random, fixed float64
}

func (m match) String() string {
	return fmt.Sprintf("%s %s with random victims and %s with a fixed one", m.where, lab.Num(m.random), lab.Num(m.fixed))
}

// matches are those of the programs with these costs, on as many processors as the rule is about; lacks
// says what there is no sample of, or "".
func matches(t *lab.Table, costs string) (list []match, lacks string) {
	for _, p := range victimPrograms {
		found := false
		for _, n := range t.Where("costs", costs).Values("processors") {
			at := t.Where("program", p.shortName()).Where("costs", costs).Where("processors", n)
			random, fixed := at.Where("victim", "random"), at.Where("victim", "fixed")
			switch {
			case n < fewest:
			case len(random.Floats("failed")) == 0 || len(fixed.Floats("failed")) == 0:
				return nil, fmt.Sprintf("%s on %s processors with %s costs", p.shortName(), lab.Num(n), costs)
			default:
				found = true
				list = append(list, match{fmt.Sprintf("%s on %s", p.shortName(), lab.Num(n)), random.Median("failed"), fixed.Median("failed")})
			}
		}
		if !found {
			return nil, fmt.Sprintf("%s on %d processors or more with %s costs", p.shortName(), fewest, costs)
		}
	}
	return list, ""
}

func judgeVictims(t *lab.Table) lab.Finding {
	list, lacks := matches(t, standard)
	var flips []string
	for _, c := range others {
		if lacks != "" {
			break
		}
		var other []match
		other, lacks = matches(t, c.name)
		for _, m := range other {
			if m.fixed <= m.random {
				flips = append(flips, c.name+": "+m.String())
			}
		}
	}
	if lacks != "" {
		return lab.Undecided("There is no sample of %s with both victims.", lacks)
	}
	holds, against, all := true, []string{}, []string{}
	for _, m := range list {
		all = append(all, m.String())
		holds = holds && m.random < fewRaces && m.fixed >= manyTimes*m.random
		if m.fixed <= m.random {
			against = append(against, m.String())
		}
	}
	reason := "Failed compare-and-swaps for a steal: " + strings.Join(all, "; ") + "." + plainReason(t)
	var f lab.Finding
	switch {
	case len(against) > 0:
		f = lab.Judged(false, "%s A fixed victim costs no more: %s.", reason, strings.Join(against, "; "))
	case !holds:
		f = lab.Undecided("%s A fixed victim costs more, but not four times as much as less than one.", reason)
	case len(flips) > 0:
		f = lab.Undecided("%s It depends on the costs: %s.", reason, strings.Join(flips, "; "))
	default:
		f = lab.Judged(true, "%s", reason)
	}
	f.Facts = victimFacts(t)
	return f
}

// plainReason says what the plain loop does on the most processors.
func plainReason(t *lab.Table) string {
	of := t.Where("program", plain)
	n := lab.Last(of.Values("processors"))
	if n == 0 {
		return ""
	}
	at := of.Where("processors", n)
	failed := func(victim string) string { return lab.Num(at.Where("victim", victim).Median("failed_per_1000")) }
	return fmt.Sprintf(" In the plain loop on %s, for 1,000 tasks: %s with random victims and %s with a fixed one.", lab.Num(n), failed("random"), failed("fixed"))
}

// victimFacts are what each policy costs on the most processors.
func victimFacts(t *lab.Table) (list []lab.Fact) {
	t = t.Where("costs", standard)
	n := lab.Last(t.Values("processors"))
	for _, p := range append(t.Where("program", plain).Names("program"), "tree", "uts") {
		for _, v := range victimPolicies {
			at := t.Where("program", p).Where("processors", n).Where("victim", v)
			add := func(column, what, unit string) {
				if len(at.Floats(column)) > 0 {
					list = append(list, lab.NewFact(fmt.Sprintf("%s, %s processors, %s: %s", p, lab.Num(n), v, what), at.Median(column), unit))
				}
			}
			add("failed", "failed compare-and-swaps for a steal", "")
			add("failed_per_1000", "failed compare-and-swaps for 1,000 tasks", "")
			add("moves", "moves of lines for a steal", "")
			add("search_us", "search for a steal", "µs")
			add("speedup", "speed-up", "times")
		}
	}
	return list
}

func plotVictims(t *lab.Table) []lab.Figure {
	at := t.Where("costs", standard)
	figures := []lab.Figure{}
	for _, p := range victimPrograms {
		figures = append(figures, victimFigure(at.Where("program", p.shortName()), "Failed compare-and-swaps for each steal, "+p.shortName(), "failed"))
	}
	for _, p := range []string{"uts", plain} {
		figures = append(figures, victimFigure(at.Where("program", p), "Speed-up by the victim, "+p, "speedup"))
	}
	bars := lab.Figure{Title: "Failed compare-and-swaps for each steal of uts, with other costs", Y: "for each steal", Kind: lab.Bars,
		Note: "One cost is changed at a time."}
	for _, v := range compared {
		of := t.Where("program", "uts").Where("victim", v)
		n := lab.Last(of.Where("costs", others[0].name).Values("processors"))
		bars.Series = append(bars.Series, lab.MedianBars(of.Where("processors", n), v, "costs", "failed"))
	}
	return append(figures, bars)
}

// victimFigure has a line for each policy.
func victimFigure(t *lab.Table, title, column string) lab.Figure {
	f := lab.Figure{Title: title, X: "processors", Y: column, LogX: true, LogY: true, Kind: lab.Lines, Note: "Medians over the seeds of the room."}
	for _, v := range victimPolicies {
		s := lab.Series{Name: v}
		for _, n := range t.Where("victim", v).Values("processors") {
			s.AddMedian(n, t.Where("victim", v).Where("processors", n).Floats(column))
		}
		if len(s.X) > 0 {
			f.Series = append(f.Series, s)
		}
	}
	return f
}
