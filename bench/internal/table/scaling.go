package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
)

// scaling has a line for each program: times, what all workers in one pool gain, what as
// many pools gain that share only the machine, and one over the other, each within
// a round.
func scaling(c drive.CaseResult) string {
	g := Grid{{"", cases.ScalingOne, cases.ScalingApart, cases.ScalingAll, "speed-up", "the machine allows", "of that"}}
	for _, row := range c.Rows {
		line := []string{strings.TrimPrefix(row.Params, "program=")}
		one, apart, all := cellOf(row, cases.ScalingOne), cellOf(row, cases.ScalingApart), cellOf(row, cases.ScalingAll)
		for _, cell := range []drive.Cell{one, apart, all} {
			if cell.Verdict != "" {
				line = append(line, cell.Verdict)
			} else {
				line = append(line, Duration(cell.NS.Median))
			}
		}
		g = append(g, append(line,
			factor(drive.Quotients(one, all)), factor(drive.Quotients(one, apart)), factor(drive.Quotients(apart, all))))
	}
	return g.String()
}

// cellOf returns the cell of the way of that name.
func cellOf(row drive.Row, way string) drive.Cell {
	i := slices.IndexFunc(row.Cells, func(c drive.Cell) bool { return c.Way == way })
	if i < 0 {
		return drive.Cell{Verdict: "not asked"}
	}
	return row.Cells[i]
}

// factor writes a figure that is no time.
func factor(f drive.Figure) string {
	if f.Median == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f (%.2f–%.2f)", f.Median, f.Low, f.High)
}
