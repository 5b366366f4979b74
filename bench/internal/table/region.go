package table

import "strings"

// The lines of a document between which a report's short table stands.
const (
	regionBegin = "<!-- go run ./bench report -->\n"
	regionEnd   = "<!-- end -->\n"
)

// replaceRegion puts body between the two marks, and says whether they are there.
func replaceRegion(text, body string) (string, bool) {
	before, rest, begins := strings.Cut(text, regionBegin)
	_, after, ends := strings.Cut(rest, regionEnd)
	if !begins || !ends {
		return text, false
	}
	return before + regionBegin + body + regionEnd + after, true
}
