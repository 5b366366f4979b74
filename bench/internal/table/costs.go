package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
)

// costs has all that is known about one row.
func costs(unit string, row drive.Row) string {
	g := Grid{{"", "time / " + unit, "processor time", "allocations", "goroutines", "memory"}}
	for _, cell := range row.Cells {
		if cell.Verdict != "" {
			g = append(g, []string{name(cell), cell.Verdict, "", "", "", ""})
			continue
		}
		allocs, goroutines := digits(cell.Allocs), digits(float64(cell.Goroutines))
		if cell.Native {
			allocs, goroutines = "", ""
		}
		g = append(g, []string{name(cell), mark(row, cell, spread(cell.NS)), Duration(cell.CPU.Median), allocs, goroutines, size(cell.Bytes)})
	}
	return g.String()
}

// times has one column for each row of the case.
func times(rows []drive.Row) string {
	top := []string{""}
	for _, row := range rows {
		top = append(top, row.Params)
	}
	g := Grid{top}
	for i, cell := range rows[0].Cells {
		line := []string{name(cell)}
		for _, row := range rows {
			line = append(line, short(row, row.Cells[i]))
		}
		g = append(g, line)
	}
	return g.String()
}

// energy says what the ways used, in place of energy, which cannot be measured everywhere.
func energy(rows []drive.Row) string {
	top := []string{""}
	for _, row := range rows {
		top = append(top, row.Params)
	}
	g := Grid{top}
	for i, cell := range rows[0].Cells {
		if cell.Way == drive.Ideal {
			continue
		}
		line := []string{name(cell)}
		for _, row := range rows {
			c := row.Cells[i]
			text := c.Verdict
			if text == "" {
				text = fmt.Sprintf("%.1f; %s", c.CPU.Median/c.NS.Median, digits(c.Waits.Median))
			}
			line = append(line, text)
		}
		g = append(g, line)
	}
	return g.String()
}

func short(row drive.Row, cell drive.Cell) string {
	if cell.Verdict != "" {
		return cell.Verdict
	}
	return mark(row, cell, Duration(cell.NS.Median))
}

// mark makes the text of the lowest measured time bold.
func mark(row drive.Row, cell drive.Cell, text string) string {
	if cell.Way == drive.Ideal {
		return text
	}
	for _, other := range row.Cells {
		if other.Verdict == "" && other.Way != drive.Ideal && other.NS.Median < cell.NS.Median {
			return text
		}
	}
	return "**" + text + "**"
}

func garbage(unit string, row drive.Row) string {
	g := Grid{{"", "time / " + unit, "allocations", "collections / million", "memory"}}
	for _, cell := range row.Cells {
		if cell.Verdict != "" {
			g = append(g, []string{name(cell), cell.Verdict, "", "", ""})
			continue
		}
		g = append(g, []string{name(cell), mark(row, cell, spread(cell.NS)), digits(cell.Allocs), digits(cell.GCs * 1e6), size(cell.Bytes)})
	}
	return g.String()
}

func latencies(row drive.Row) string {
	g := Grid{{"", "median", "99th percentile"}}
	for _, cell := range row.Cells {
		if cell.Verdict != "" {
			g = append(g, []string{name(cell), cell.Verdict, ""})
			continue
		}
		g = append(g, []string{name(cell), mark(row, cell, spread(cell.NS)), spread(cell.P99)})
	}
	return g.String()
}

// single is a table of one column.
func single(what string, row drive.Row, value func(cell drive.Cell) string) string {
	g := Grid{{"", what}}
	for _, cell := range row.Cells {
		text := cell.Verdict
		if text == "" {
			text = value(cell)
		}
		g = append(g, []string{name(cell), text})
	}
	return g.String()
}

func verdicts(row drive.Row) string {
	g := Grid{{"", "", "goroutines at most"}}
	for _, cell := range row.Cells {
		if cell.Verdict != "" {
			g = append(g, []string{name(cell), cell.Verdict, ""})
			continue
		}
		g = append(g, []string{name(cell), "ends", digits(float64(cell.Goroutines))})
	}
	return g.String()
}

const crowd = 100 // goroutines, from which on a table of times tells them

// crowds says which ways had very many goroutines at a time, where no column does.
func crowds(c drive.CaseResult) string {
	if c.Kind != cases.Time || len(c.Rows) < 2 {
		return ""
	}
	var all []string
	for i, cell := range c.Rows[0].Cells {
		most := 0
		for _, row := range c.Rows {
			most = max(most, row.Cells[i].Goroutines)
		}
		if most > crowd {
			all = append(all, fmt.Sprintf("%s %d", cell.Way, most))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "\nGoroutines at a time: " + strings.Join(all, ", ") + ".\n"
}

// notes says what cells do not: other parameters, and why there is no number.
func notes(c drive.CaseResult) string {
	var order []string
	who := map[string][]string{}
	for _, row := range c.Rows {
		for _, cell := range row.Cells {
			text := ""
			switch {
			case cell.Verdict != "" && cell.Reason != "":
				text = fmt.Sprintf("%s (%s)", cell.Verdict, cell.Reason)
			case cell.Verdict == "" && cell.Params != "":
				text = "ran `" + cell.Params + "`"
			default:
				continue
			}
			if who[text] == nil {
				order = append(order, text)
			}
			if !slices.Contains(who[text], cell.Way) {
				who[text] = append(who[text], cell.Way)
			}
		}
	}
	text := ""
	for _, what := range order {
		text += fmt.Sprintf("\n%s: %s.\n", what, strings.Join(who[what], ", "))
	}
	return text
}
