package table

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
)

// Short is one line for each row of each case: the best of skua's own ways, beside
// the serial twin, the best Go rival and the best native one.
func Short(r *drive.Results) string { return lines(r, false) }

// First is Short for the first row of each case only.
func First(r *drive.Results) string { return lines(r, true) }

func lines(r *drive.Results, first bool) string {
	g := Grid{{"", "serial", "skua", "best Go rival", "best native"}}
	for _, c := range r.Cases {
		if c.Kind == cases.Verdict || c.Kind == cases.Scaling || strings.HasPrefix(c.ID, "public-") || strings.HasPrefix(c.ID, "turf-") {
			continue
		}
		for i, row := range c.Rows {
			if first && i > 0 {
				break
			}
			label := c.ID
			if len(c.Rows) > 1 {
				label += ", " + row.Params
			}
			g = append(g, []string{
				label + ", per " + c.Unit,
				best(c, row, func(cell drive.Cell) bool { return serial(cell) && !cell.Native }, false),
				best(c, row, ours, false),
				best(c, row, func(cell drive.Cell) bool {
					return !ours(cell) && !serial(cell) && !cell.Native && cell.Way != drive.Ideal
				}, true),
				best(c, row, func(cell drive.Cell) bool { return cell.Native && !serial(cell) }, true),
			})
		}
	}
	return g.String()
}

func ours(cell drive.Cell) bool { return strings.HasPrefix(cell.Way, "skua") }

func serial(cell drive.Cell) bool {
	return strings.HasPrefix(cell.Way, "serial") || cell.Way == "slices.Sort"
}

// best is the lowest of the cells that are chosen, with its name if wanted.
func best(c drive.CaseResult, row drive.Row, chosen func(cell drive.Cell) bool, named bool) string {
	text, low := "", 0.0
	for _, cell := range row.Cells {
		value := cell.NS.Median
		if c.Kind == cases.Quiet {
			value = cell.CPU.Median
		}
		if cell.Verdict != "" || !chosen(cell) || text != "" && value >= low {
			continue
		}
		low, text = value, Duration(value)
		if named {
			text = fmt.Sprintf("%s (%s)", text, cell.Way)
		}
	}
	return text
}
