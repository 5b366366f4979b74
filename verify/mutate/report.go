package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// tally counts the mutants of a package by what became of them.
type tally struct {
	all, invalid, same, killed, equivalent, performance, open int
	seconds                                                   float64
}

// changes is how many of them change what the program does.
func (t tally) changes() int { return t.killed + t.open }

// score is the share of those that the tests notice.
func (t tally) score() float64 { return 100 * float64(t.killed) / float64(max(t.changes(), 1)) }

func (t *tally) count(r Result, why map[string]reason) {
	t.all++
	t.seconds += r.Seconds
	switch {
	case r.Verdict == invalid:
		t.invalid++
	case r.Verdict == same:
		t.same++
	case r.Verdict == killed:
		t.killed++
	case why[r.Key].kind == "equivalent":
		t.equivalent++
	case why[r.Key].kind == "performance":
		t.performance++
	default:
		t.open++
	}
}

// report writes the score of each package, the survivors and their reasons. It
// counts the mutants that were chosen and have a result. It returns how many
// survivors have no reason.
func report(w io.Writer, packages []string, chosen map[string][]Mutant, results map[string]Result, why map[string]reason) int {
	fmt.Fprintf(w, "\n%-16s %6s %8s %6s %7s %11s %12s %5s %7s %8s\n",
		"package", "tried", "invalid", "same", "killed", "equivalent", "performance", "open", "score", "minutes")
	open := 0
	for _, pkg := range packages {
		var t tally
		for _, m := range chosen[pkg] {
			if r, ok := results[m.Key]; ok {
				t.count(r, why)
			}
		}
		open += t.open
		fmt.Fprintf(w, "%-16s %6d %8d %6d %7d %11d %12d %5d %6.1f%% %8.1f\n", pkg, t.all, t.invalid, t.same,
			t.killed, t.equivalent, t.performance, t.open, t.score(), t.seconds/60)
	}
	for _, kind := range append([]string{""}, kinds...) {
		for _, pkg := range packages {
			for _, m := range chosen[pkg] {
				if r, ok := results[m.Key]; ok && r.Verdict == survived && why[m.Key].kind == kind {
					fmt.Fprintf(w, "\n%s  %s:%d\n%s\n", m.ID, m.File, m.Line, m.Key)
					if kind != "" {
						fmt.Fprintf(w, "\t%s: %s\n", kind, why[m.Key].text)
					}
				}
			}
		}
	}
	return open
}

// stale returns the keys with a reason that name no mutant of these packages any more.
func stale(packages []string, all map[string][]Mutant, why map[string]reason) []string {
	known := map[string]bool{}
	for _, mutants := range all {
		for _, m := range mutants {
			known[m.Key] = true
		}
	}
	var out []string
	for key := range why {
		inside := slices.ContainsFunc(packages, func(pkg string) bool {
			rest, ok := strings.CutPrefix(key, pkg+"/")
			return ok && !strings.Contains(strings.Fields(rest)[0], "/")
		})
		if inside && !known[key] {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out
}
