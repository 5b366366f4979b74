package table

import (
	"fmt"

	"github.com/skua-go/skua/bench/internal/drive"
)

// Changes shows what each way takes in two builds, and the ratio with its bounds.
func Changes(changes []drive.Change) Grid {
	g := Grid{{"case", "way", "parameters", "before", "after", "after / before"}}
	for _, c := range changes {
		line := []string{c.Case, c.Way, c.Params, "", "", c.Verdict}
		if c.Verdict == "" {
			line[3], line[4] = Duration(c.Before.NS.Median), Duration(c.After.NS.Median)
			line[5] = fmt.Sprintf("%.3f (%.3f–%.3f)", c.Ratio.Median, c.Ratio.Low, c.Ratio.High)
		}
		g = append(g, line)
	}
	return g
}
