package table

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/bench/internal/drive"
)

func TestChanges(t *testing.T) {
	cell := func(ns float64) drive.Cell { return drive.Cell{NS: drive.Figure{Median: ns}} }
	got := Changes([]drive.Change{
		{Case: "fib", Way: "skua", Params: "n=32", Before: cell(2), After: cell(4), Ratio: drive.Figure{Median: 2, Low: 1.5, High: 2.5}},
		{Case: "for", Way: "skua par", Verdict: "before: crashes"},
	}).String()
	for _, want := range []string{"| 2 ns | 4 ns | 2.000 (1.500–2.500) |", "before: crashes"} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
