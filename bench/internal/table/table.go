package table

import (
	"strings"
	"unicode/utf8"
)

// A Grid is a table of texts: its first line is the head.
type Grid [][]string

// String writes g as Markdown, its first column to the left and the other columns to
// the right.
func (g Grid) String() string {
	width := make([]int, len(g[0]))
	for _, line := range g {
		for i, cell := range line {
			width[i] = max(width[i], utf8.RuneCountInString(cell), 3)
		}
	}
	var b strings.Builder
	for n, line := range g {
		b.WriteString("|")
		for i, cell := range line {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString(" " + cell + pad + " |")
			} else {
				b.WriteString(" " + pad + cell + " |")
			}
		}
		b.WriteString("\n")
		if n > 0 {
			continue
		}
		b.WriteString("|")
		for i := range line {
			if i == 0 {
				b.WriteString(strings.Repeat("-", width[i]+2) + "|")
			} else {
				b.WriteString(strings.Repeat("-", width[i]+1) + ":|")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
