package main

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/bench/internal/table"
	"github.com/skua-go/skua/lab/gauge"
)

// page is what was found, for people.
func page(f *found) string {
	var b strings.Builder
	b.WriteString(caption(f))
	fmt.Fprintf(&b, "\n### Time\n\n%s", times(f))
	b.WriteString("\nTimes of a scheduler are given as ratios to those of the serial twin in the same round. A star marks a twin\n" +
		"that is the parallel algorithm by plain calls.\n")
	b.WriteString(rust(f))
	fmt.Fprintf(&b, "\n### Light against heavy\n\n%s", duels(f))
	b.WriteString(lost(f))
	if len(f.Rows[0].of(twin).CPU) > 0 {
		fmt.Fprintf(&b, "\n### Processor time\n\n%s", processors(f))
		b.WriteString("\nSeconds of all processors, also as ratios. They hold up better under load than times. The work that an\n" +
			"algorithm does beyond its twin is in them, and so is the search of workers for work.\n")
	}
	fmt.Fprintf(&b, "\n### Memory\n\n%s", memories(f))
	b.WriteString("\nEach cell: megabytes allocated in a turn / most megabytes of heap beyond the input / collections in a turn.\n")
	return b.String()
}

// rust says what the column of rayon is, or why there is none.
func rust(f *found) string {
	switch {
	case f.Rayon != "":
		return "\nRayon " + f.Rayon + " runs the same algorithms, in Rust, where they are written there. Its ratios are to the twin in Go, so\n" +
			"they hold what the compilers differ in, too; its mean is over its own rows.\n"
	case f.NoRayon != "":
		return "\nRayon was not run: " + f.NoRayon + ".\n"
	}
	return ""
}

func caption(f *found) string {
	m := f.Machine
	text := fmt.Sprintf("Measured on %s by `%s`: medians of %d rounds, %d workers, on %s, %d cores, %s/%s, %s, at commit %s, with a load of %s before and %s after. Before the rounds the process had %.0f %% of the processors (median).",
		f.Date.Format("2 January 2006, 15:04 UTC"), f.Command, f.Rounds, f.Workers, m.CPU, m.Cores, m.OS, m.Arch, m.Go, m.Commit, m.Load, f.LoadAfter, 100*f.free())
	if f.loaded() {
		text += " **Measured under load**: the times do not count until they are measured on a quiet machine."
	}
	return text + "\n"
}

func times(f *found) string {
	return ratios(f, f.names(), func(s *samples) []float64 { return s.Seconds })
}

func processors(f *found) string {
	return ratios(f, f.goes(), func(s *samples) []float64 { return s.CPU })
}

// ratios are what the ways take of something, as ratios to what the twin takes in the same round.
func ratios(f *found, names []string, of func(s *samples) []float64) string {
	grid := table.Grid{append([]string{"benchmark, input", "size", "twin"}, names...)}
	all := map[string][]float64{}
	for _, r := range f.Rows {
		star := ""
		if r.Elided {
			star = "*"
		}
		serial := of(r.of(twin))
		line := []string{r.Benchmark + ", " + r.Input, fmt.Sprint(r.Size), table.Duration(gauge.Median(serial)*1e9) + star}
		for _, n := range names {
			if r.of(n) == nil {
				line = append(line, "")
				continue
			}
			m := gauge.Median(quotients(of(r.of(n)), serial))
			all[n] = append(all[n], m)
			line = append(line, fmt.Sprintf("%.2f", m))
		}
		grid = append(grid, line)
	}
	mean := []string{"geometric mean", "", ""}
	for _, n := range names {
		mean = append(mean, fmt.Sprintf("%.3f", geometric(all[n])))
	}
	return append(grid, mean).String()
}

func memories(f *found) string {
	names := append([]string{twin}, f.goes()...)
	grid := table.Grid{append([]string{"benchmark, input"}, names...)}
	for _, r := range f.Rows {
		line := []string{r.Benchmark + ", " + r.Input}
		for _, n := range names {
			s := r.of(n)
			line = append(line, fmt.Sprintf("%.1f / %.1f / %.0f", median(s.Allocated)/1e6, float64(s.PeakHeap)/1e6, median(s.GCs)))
		}
		grid = append(grid, line)
	}
	return grid.String()
}

// lost lists the rows in which typed frames are surely slower than another way.
func lost(f *found) string {
	const ours = "typed"
	var losses []string
	for _, r := range f.Rows {
		var to []string
		for _, s := range r.Ways {
			ratios := r.ratios(ours, s.Name)
			if s.Name == ours || len(ratios) < gauge.IntervalNeeds {
				continue
			}
			if low, _ := gauge.Interval(ratios); low > 1 {
				to = append(to, fmt.Sprintf("%s (%.2f)", s.Name, gauge.Median(ratios)))
			}
		}
		if to != nil {
			losses = append(losses, fmt.Sprintf("%s, %s: %s", r.Benchmark, r.Input, strings.Join(to, ", ")))
		}
	}
	if losses == nil {
		return "\nTyped frames are surely slower than no other way in any row.\n"
	}
	return "\nRows in which typed frames are surely slower than another way, by this factor:\n\n- " + strings.Join(losses, "\n- ") + "\n"
}
