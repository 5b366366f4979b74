package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
)

// tooFast marks a row in which skua's slowest round is faster than the serial way's fastest by more than the
// number of workers.
const tooFast = "†"

// Short is one line for each row of each case: the best of skua's own ways, beside
// the serial twin, the best Go rival and the best native one.
func Short(r *drive.Results) string { return lines(r, false) }

// few are the cases of README.md: what skua is for, and where others are faster.
var few = []string{"fib", "uts", "flat", "for-skewed", "sort", "sum", "filter", "life"}

// First is Short for the first row of these cases only.
func First(r *drive.Results) string { return lines(r, true) }

func lines(r *drive.Results, first bool) string {
	g, beyond := Grid{{"", "serial", "skua", "best Go rival", "best native"}}, false
	for _, c := range r.Cases {
		if c.Kind == cases.Verdict || c.Kind == cases.Scaling || strings.HasPrefix(c.ID, "public-") || strings.HasPrefix(c.ID, "turf-") {
			continue
		}
		for i, row := range c.Rows {
			if first && (i > 0 || !slices.Contains(few, c.ID)) {
				break
			}
			label := c.ID
			if len(c.Rows) > 1 {
				label += ", " + row.Params
			}
			label += ", per " + c.Unit
			twin, slow := best(c, row, func(cell drive.Cell) bool { return serial(cell) && !cell.Native })
			own, fast := best(c, row, ours)
			if own.Way != "" && twin.NS.Low > own.NS.High*float64(r.Workers) {
				label, beyond = label+" "+tooFast, true
			}
			line := []string{label, timeOf(twin, slow, false), timeOf(own, fast, false)}
			for _, native := range []bool{false, true} {
				cell, value := best(c, row, func(cell drive.Cell) bool {
					return !ours(cell) && !serial(cell) && cell.Native == native && cell.Way != drive.Ideal
				})
				line = append(line, timeOf(cell, value, true))
			}
			g = append(g, line)
		}
	}
	text := g.String()
	if beyond {
		text += fmt.Sprintf("\n%s More than %d times as fast with %d workers. That is not the workers' doing alone: skua's way has another "+
			"algorithm than the serial one, or makes less memory.\n", tooFast, r.Workers, r.Workers)
	}
	return text
}

func ours(cell drive.Cell) bool { return strings.HasPrefix(cell.Way, "skua") }

func serial(cell drive.Cell) bool {
	return strings.HasPrefix(cell.Way, "serial") || cell.Way == "slices.Sort"
}

// best is the cell with the lowest value of those that are chosen, and the value; or the zero Cell.
func best(c drive.CaseResult, row drive.Row, chosen func(cell drive.Cell) bool) (low drive.Cell, value float64) {
	for _, cell := range row.Cells {
		v := cell.NS.Median
		if c.Kind == cases.Quiet {
			v = cell.CPU.Median
		}
		if cell.Verdict == "" && chosen(cell) && (low.Way == "" || v < value) {
			low, value = cell, v
		}
	}
	return low, value
}

// timeOf is the value of a cell, with its name if wanted; nothing if there is no cell.
func timeOf(cell drive.Cell, value float64, named bool) string {
	switch {
	case cell.Way == "":
		return ""
	case named:
		return fmt.Sprintf("%s (%s)", Duration(value), cell.Way)
	}
	return Duration(value)
}
