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
	var losses []string
	for _, name := range []string{one, many} {
		grid := table.Grid{{name, "photographs a second", "processor time for one", "most memory"}}
		var ours float64
		for _, r := range f.Rows {
			if r.Table != name || len(r.Samples) == 0 {
				continue
			}
			grid = append(grid, []string{r.Name, table.Rate(r.PerSecond()), table.Duration(r.CPU() * 1e9), fmt.Sprintf("%d MB", r.MaxRSS()>>20)})
			if strings.HasPrefix(r.Name, "skua") {
				ours = r.PerSecond()
			} else if r.PerSecond() > ours {
				losses = append(losses, fmt.Sprintf("%s: %s is %.2f times as fast", name, r.Name, r.PerSecond()/ours))
			}
		}
		if len(grid) > 1 {
			b.WriteString("\n" + grid.String())
		}
	}
	b.WriteString("\nThe processor time is that of all processes, the memory that of the largest one.\n")
	if losses == nil {
		b.WriteString("\nskua is not slower in any row.\n")
	} else {
		fmt.Fprintf(&b, "\nWhere skua loses: %s.\n", strings.Join(losses, "; "))
	}
	b.WriteString(f.Rest())
	return b.String()
}
