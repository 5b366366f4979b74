package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// markdown is the page.
func (r *result) markdown() string {
	var b strings.Builder
	m := r.machine
	fmt.Fprintf(&b, "# skua on %s\n\n", m.CPU)
	fmt.Fprintf(&b, "%d processors for this process (GOMAXPROCS %d); %s; %s %s, %s; commit %s; %s; load before %s. ", m.Cores, m.GOMAXPROCS,
		topology("/sys/devices/system"), m.OS, m.Arch, m.Go, m.Commit, time.Now().UTC().Format("2 January 2006"), orNone(m.Load))
	fmt.Fprintf(&b, "`go run -C lab ./many --report`, %d rounds.\n\n", r.rounds)
	b.WriteString("How many times as fast as with one worker, by medians, work that grows with the workers taken into account: measured, and in brackets what the virtual machine room says, " +
		"times what this machine's processors can do together. **Bold** is what is more than 15 % slower than that. " +
		"`scan` and `memory` are held against the serial loop; `wake` is a time. A number of samples beside which other " +
		"programs ran, or a clock was wrong, stands behind a `?`; they count only where there are no others.\n\n")
	b.WriteString("| program | |")
	for _, n := range r.workers {
		fmt.Fprintf(&b, " %d |", n)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("--:|", len(r.workers)) + "\n| nothing in common | goroutines that share nothing |")
	for _, n := range r.workers {
		fmt.Fprintf(&b, " %s |", lab.Num(gauge.Median(r.together[n])))
	}
	b.WriteString("\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s | %s |", row.name, row.what)
		for _, n := range r.workers {
			fmt.Fprintf(&b, " %s |", r.cell(row, n))
		}
		b.WriteString("\n")
	}
	b.WriteString("\nThe samples, in ns:\n\n```csv\nprogram,workers,spoilt,ns\n")
	for _, row := range rows {
		for _, n := range append([]int{0}, r.workers...) {
			for spoilt, v := range [][]float64{r.times[row.name][n].good, r.times[row.name][n].spoilt} {
				for _, x := range v {
					fmt.Fprintf(&b, "%s,%d,%d,%.0f\n", row.name, n, spoilt, x)
				}
			}
		}
	}
	b.WriteString("```\n")
	return b.String()
}

// cell is what was measured of a row with n workers, and what was to be expected.
func (r *result) cell(row row, n int) string {
	now, mark := r.median(row.name, n)
	switch {
	case row.delay && n == 1:
		return ""
	case row.delay:
		return fmt.Sprintf("%v (%v)%s", time.Duration(now).Round(time.Microsecond/10), time.Duration(r.room[row.name][n]).Round(time.Microsecond/10), mark)
	}
	of := 1
	if row.args == nil {
		of = 0
	}
	one, unsure := r.median(row.name, of)
	if mark == "" {
		mark = unsure
	}
	speedup := one / now
	if row.weak {
		speedup *= float64(n)
	}
	text := lab.Num(speedup)
	if row.args != nil && n > 1 {
		want := r.expected(row, n)
		if speedup < slow*want && mark == "" {
			text = "**" + text + "**"
		}
		text += " (" + lab.Num(want) + ")"
	}
	return text + mark
}

// slow is how much of what is expected is slow.
const slow = 0.85

// expected is the room's speed-up, times what this machine's processors do together of what the room's do.
func (r *result) expected(row row, n int) float64 {
	speedup := r.room[row.name][1] / r.room[row.name][n]
	if row.weak {
		speedup *= float64(n)
	}
	return speedup * min(gauge.Median(r.together[n])/float64(n), 1)
}

// median is that of the good samples, or of the spoilt ones, and then a mark that says how many there are.
func (r *result) median(name string, n int) (ns float64, mark string) {
	s := r.times[name][n]
	if len(s.spoilt) > 0 {
		mark = fmt.Sprintf(" ?%d", len(s.spoilt))
	}
	if len(s.good) > 0 {
		return gauge.Median(s.good), mark
	}
	return gauge.Median(slices.Clone(s.spoilt)), mark
}

func orNone(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
