package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
)

// Case writes what a case found: a table of costs if it has one row, else one of
// times with a column for each row.
func Case(c drive.CaseResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s\n\n", c.ID, c.Question)
	c, absent := present(c)
	switch {
	case len(c.Rows) == 0:
		return b.String()
	case c.Kind == cases.Verdict:
		b.WriteString(verdicts(c.Rows[0]))
	case c.Kind == cases.Scaling:
		b.WriteString(scaling(c))
	case c.Kind == cases.Quiet:
		b.WriteString(single("processor time", c.Rows[0], func(cell drive.Cell) string { return spread(cell.CPU) }))
	case c.Kind == cases.Grain:
		b.WriteString(single("smallest "+c.Unit, c.Rows[0], func(cell drive.Cell) string { return mark(c.Rows[0], cell, spread(cell.NS)) }))
	case c.Kind == cases.Latency:
		for _, row := range c.Rows {
			b.WriteString(head(row) + latencies(row))
		}
	case c.Kind == cases.Garbage:
		b.WriteString(head(c.Rows[0]) + garbage(c.Unit, c.Rows[0]))
	case len(c.Rows) == 1:
		b.WriteString(head(c.Rows[0]) + costs(c.Unit, c.Rows[0]))
	default:
		same, differ := shared(c.Rows)
		fmt.Fprintf(&b, "Time for one %s%s, lowest in bold.\n", c.Unit, same)
		for part := range slices.Chunk(differ, columns) {
			b.WriteString("\n")
			b.WriteString(times(part))
		}
		if c.Energy {
			b.WriteString("\nProcessors in use meanwhile, and how often a second threads went to sleep in the whole run: what it costs to be quick.\n")
			for part := range slices.Chunk(differ, columns) {
				b.WriteString("\n" + energy(part))
			}
		}
	}
	return b.String() + notes(c) + crowds(c) + rounds(c) + absent
}

// present returns c without the ways that lack what it needs, and a sentence about
// those.
func present(c drive.CaseResult) (drive.CaseResult, string) {
	rows, why := slices.Clone(c.Rows), map[string][]string{}
	if len(rows) == 0 {
		return c, ""
	}
	var stay []int
	for i, cell := range rows[0].Cells {
		has := func(row drive.Row) bool { return row.Cells[i].Verdict != drive.Lacks }
		if slices.ContainsFunc(rows, has) {
			stay = append(stay, i)
		} else {
			why[cell.Reason] = append(why[cell.Reason], cell.Way)
		}
	}
	for r, row := range rows {
		rows[r].Cells = nil
		for _, i := range stay {
			rows[r].Cells = append(rows[r].Cells, row.Cells[i])
		}
	}
	c.Rows = rows
	text := ""
	for _, reason := range slices.Sorted(maps.Keys(why)) {
		text += fmt.Sprintf("\nNot asked, %s: %s.\n", reason, strings.Join(why[reason], ", "))
	}
	return c, text
}

const columns = 6 // of times side by side

// shared returns the parameters that all rows have, and the rows without them.
func shared(rows []drive.Row) (same string, differ []drive.Row) {
	count := map[string]int{}
	for _, row := range rows {
		for _, p := range strings.Fields(row.Params) {
			count[p]++
		}
	}
	for _, row := range rows {
		var left []string
		for _, p := range strings.Fields(row.Params) {
			if count[p] < len(rows) {
				left = append(left, p)
			}
		}
		row.Params = strings.Join(left, " ")
		differ = append(differ, row)
	}
	for _, p := range strings.Fields(rows[0].Params) {
		if count[p] == len(rows) {
			same += " " + p
		}
	}
	if same != "" {
		same = ", `" + strings.TrimSpace(same) + "`"
	}
	return same, differ
}

func head(row drive.Row) string {
	if row.Params == "" {
		return ""
	}
	return "`" + row.Params + "`\n\n"
}

// name is a way as tables show it.
func name(cell drive.Cell) string {
	if strings.HasPrefix(cell.Way, "skua") {
		return "**" + cell.Way + "**"
	}
	return cell.Way
}
