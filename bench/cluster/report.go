package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/skua-go/skua/bench/internal/table"
	"github.com/skua-go/skua/lab/gauge"
)

// table is what was found, for people.
func (f *found) table() string {
	var b strings.Builder
	m := f.Machine
	fmt.Fprintf(&b, "Measured on %s by `%s`: medians of %d turns, on %s, %d cores, %s/%s, %s, at commit %s, "+
		"with a load of %s before and %s after.\n\n",
		f.Date.Format("2 January 2006, 15:04 UTC"), strings.TrimSpace(f.Command), f.Turns, m.CPU, m.Cores, m.OS, m.Arch, m.Go, m.Commit, m.Load, f.LoadAfter)
	g := table.Grid{{"", "tasks a second", "a task (least–greatest)", "processors", "alone, p50", "alone, p99", "survives"}}
	for _, r := range f.Rows {
		g = append(g, r.cells())
	}
	for _, p := range f.Published {
		g = append(g, []string{p.Name, "", p.Task, "", "", "", ""})
	}
	b.WriteString(g.String())
	b.WriteString("\n\"Processors\" is the processor time of all processes for a task. \"Alone\" is from submit to result\n" +
		"of a job of one task while there is no other. \"Survives\" is what may happen without the loss of a task.\n")
	for _, r := range f.Rows {
		if r.Cannot != "" {
			fmt.Fprintf(&b, "Left out: %s: %s.\n", r.Name, r.Cannot)
		}
	}
	for _, p := range f.Published {
		fmt.Fprintf(&b, "Published: %s.\n", p.Source)
	}
	return b.String()
}

func (r *row) cells() []string {
	if len(r.Samples) == 0 {
		return []string{r.Name, "left out", "", "", "", "", ""}
	}
	var each, cpu, half, slow []float64
	for _, s := range r.Samples {
		each = append(each, s.nanoseconds())
		cpu = append(cpu, s.CPU/float64(s.Tasks)*1e9)
		half = append(half, quantile(s.Trips, 0.5)*1e9)
		slow = append(slow, quantile(s.Trips, 0.99)*1e9)
	}
	task := gauge.Median(each)
	return []string{
		r.Name,
		table.Rate(1e9 / task),
		fmt.Sprintf("%s (%s–%s)", table.Duration(task), table.Duration(slices.Min(each)), table.Duration(slices.Max(each))),
		table.Duration(gauge.Median(cpu)),
		table.Duration(gauge.Median(half)),
		table.Duration(gauge.Median(slow)),
		r.Keeps,
	}
}

// quantile returns the least of values that is not below the part q of them.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, int(math.Ceil(q*float64(len(sorted))))-1)]
}
