package many

import (
	"fmt"

	"github.com/skua-go/skua/lab"
)

// worst is the largest ratio of the cases whose leaves take least µs or more, and which case that is.
func worst(t *lab.Table, least float64) (ratio float64, where string) {
	for _, place := range []string{inRoom, inPool} {
		for _, form := range []string{byBoth, byEach} {
			of := t.Where("place", place).Where("form", form)
			for _, leaf := range of.Values("leaf") {
				if leaf < least {
					continue
				}
				r, at := worstOf(of.Where("leaf", leaf))
				if r > ratio {
					ratio, where = r, fmt.Sprintf("%s, %s, leaves of %s µs, %s", place, form, lab.Num(leaf), at)
				}
			}
		}
	}
	return ratio, where
}

// worstOf is the largest ratio, each the median of its seeds, of cases that differ in their processors
// and in how many leaves each has.
func worstOf(t *lab.Table) (ratio float64, where string) {
	for _, p := range t.Values("processors") {
		for _, e := range t.Values("each") {
			if r := t.Where("processors", p).Where("each", e).Median("ratio"); r > ratio {
				ratio, where = r, fmt.Sprintf("%s for each of %s processors", lab.Num(e), lab.Num(p))
			}
		}
	}
	return ratio, where
}

func judgeCoarse(t *lab.Table) lab.Finding {
	all, where := worst(t, shortest)
	longest, at := worst(t, long)
	if longest == 0 {
		return lab.Undecided("There are no leaves of 1 ms or more.")
	}
	reason := fmt.Sprintf("The longest time by T₁/P + T∞ is %s (%s), and with leaves of 1 ms or more %s (%s).", lab.Num(all), where, lab.Num(longest), at)
	f := lab.Judged(longest <= bar, "%s", reason)
	if f.Verdict == lab.Confirmed && all > bar {
		f = lab.Undecided("%s", reason)
	}
	f.Facts = coarseFacts(t)
	return f
}

// coarseFacts are the worst ratios of each place, form and leaf.
func coarseFacts(t *lab.Table) (list []lab.Fact) {
	for _, place := range []string{inRoom, inPool} {
		for _, form := range []string{byBoth, byEach} {
			of := t.Where("place", place).Where("form", form)
			for _, leaf := range of.Values("leaf") {
				r, at := worstOf(of.Where("leaf", leaf))
				list = append(list, lab.NewFact(fmt.Sprintf("%s, %s, leaves of %s µs: worst, %s", place, form, lab.Num(leaf), at), r, "times T₁/P + T∞"))
			}
		}
	}
	return list
}

func plotCoarse(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "Time by T₁/P + T∞, of the worst number of leaves", X: "processors", Y: "time by T₁/P + T∞", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "Up to 1.5 the claim holds. Dashed: real pools, with leaves that wait."}
	for _, place := range []string{inRoom, inPool} {
		for _, form := range []string{byBoth, byEach} {
			of := t.Where("place", place).Where("form", form)
			for _, leaf := range of.Values("leaf") {
				s := lab.Series{Name: fmt.Sprintf("%s, %s µs", form, lab.Num(leaf)), Dashed: place == inPool}
				for _, p := range of.Values("processors") {
					r, _ := worstOf(of.Where("leaf", leaf).Where("processors", p))
					s.X, s.Y = append(s.X, p), append(s.Y, r)
				}
				f.Series = append(f.Series, s)
			}
		}
	}
	return []lab.Figure{f}
}
