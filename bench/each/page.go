package main

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/bench/internal/outside"
	"github.com/skua-go/skua/bench/internal/table"
)

// page is what was found, for people.
func page(f *outside.Found) string {
	var b strings.Builder
	b.WriteString(f.Caption())
	for _, name := range []string{empty, packed, loud} {
		grid := table.Grid{{name, "a second", "dispatcher's processor time for one", "all processes'", "most memory"}}
		if name == packed {
			grid[0][2], grid[0][1] = "dispatcher's processor time for an argument", "arguments a second"
		}
		for _, r := range f.Rows {
			if r.Table == name && len(r.Samples) > 0 {
				grid = append(grid, []string{r.Name, table.Rate(r.PerSecond()), table.Duration(r.Self() * 1e9), table.Duration(r.CPU() * 1e9), fmt.Sprintf("%d MB", r.MaxRSS()>>20)})
			}
		}
		if len(grid) > 1 {
			b.WriteString("\n" + grid.String())
		}
	}
	b.WriteString("\n\"Dispatcher\" is the one process that starts the jobs, without them; what it does between fork and\n" +
		"exec counts as the job's. \"Most memory\" is that of the largest process.\n")
	b.WriteString(against(f, "skua each", cLoop, goLoop, "GNU parallel"))
	b.WriteString(lost(f))
	b.WriteString(f.Rest())
	return b.String()
}

// against says how the processor time of a dispatcher compares with that of its rivals.
func against(f *outside.Found, ours string, others ...string) string {
	self := func(name string) float64 {
		for _, r := range f.Rows {
			if r.Table == empty && r.Name == name {
				return r.Self()
			}
		}
		return 0
	}
	var b strings.Builder
	for _, name := range others {
		if self(name) > 0 && self(ours) > 0 {
			fmt.Fprintf(&b, "\nFor an empty job the dispatcher of %s uses %.2f times the processor time of %s.\n", ours, self(ours)/self(name), name)
		}
	}
	return b.String()
}

// lost lists the rows in which another way is faster than the first of skua.
func lost(f *outside.Found) string {
	first := map[string]*outside.Row{}
	var losses []string
	for _, r := range f.Rows {
		if len(r.Samples) == 0 {
			continue
		}
		if first[r.Table] == nil {
			first[r.Table] = r
		} else if ours := first[r.Table]; !strings.HasPrefix(r.Name, "skua") && r.PerSecond() > ours.PerSecond() {
			losses = append(losses, fmt.Sprintf("%s: %s is %.2f times as fast", r.Table, r.Name, r.PerSecond()/ours.PerSecond()))
		}
	}
	if losses == nil {
		return "\nskua is not slower in any row.\n"
	}
	return "\nWhere skua loses: " + strings.Join(losses, "; ") + ".\n"
}
