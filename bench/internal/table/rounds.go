package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/drive"
)

// rounds says how many each row of a case had, in the order of the rows.
func rounds(c drive.CaseResult) string {
	if c.Kind == cases.Verdict {
		return ""
	}
	var all []string
	for _, row := range c.Rows {
		all = append(all, strconv.Itoa(row.Rounds))
	}
	if len(slices.Compact(slices.Clone(all))) == 1 {
		all = all[:1]
	}
	text := "\nRounds: " + strings.Join(all, ", ")
	if late, _ := crowding([]drive.CaseResult{c}); late > 0 {
		text += fmt.Sprintf(" (%d of them began without free processors)", late)
	}
	return text + ".\n"
}

// crowded says how many rounds began although processors were missing.
func crowded(all []drive.CaseResult) string {
	late, of := crowding(all)
	if late == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of %d began without)", late, of)
}

// crowding counts the rounds that began without a processor for each worker, and all.
func crowding(all []drive.CaseResult) (late, of int) {
	for _, c := range all {
		for _, row := range c.Rows {
			late += row.Crowded
			of += row.Rounds
		}
	}
	return late, of
}

// span says how many rounds the rows had, but for verdicts, which are asked for once.
func span(all []drive.CaseResult) string {
	least, most := math.MaxInt, 0
	for _, c := range all {
		if c.Kind == cases.Verdict {
			continue
		}
		for _, row := range c.Rows {
			least, most = min(least, row.Rounds), max(most, row.Rounds)
		}
	}
	switch {
	case most == 0:
		return "one round"
	case least == most:
		return fmt.Sprintf("%d rounds", most)
	}
	return fmt.Sprintf("%d to %d rounds", least, most)
}
