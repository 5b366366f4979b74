package arch

import (
	"fmt"
	"path"
	"strings"
	"testing"
)

const (
	theMap    = "ARCHITECTURE.md"
	mapLines  = 219
	mostFound = 2 // files that one kind of change should touch, besides its tests and documents
)

// scattered complains of a map that is too long to be read, and of changes that touch more
// places than a reader can keep in mind.
func scattered(t *tree) []string {
	var out []string
	lines := strings.Split(strings.TrimRight(t.texts[theMap], "\n"), "\n")
	if len(lines) > mapLines {
		out = append(out, fmt.Sprintf("%s: %d lines, want at most %d", theMap, len(lines), mapLines))
	}
	table := false
	for i, l := range lines {
		table = table || strings.HasPrefix(l, "## Where do I change")
		if !table || !strings.HasPrefix(l, "| ") {
			continue
		}
		places := map[string]bool{}
		for _, m := range pathSpan.FindAllStringSubmatch(l, -1) {
			base := path.Base(m[1])
			if strings.HasSuffix(base, "_test.go") || base == "doc.go" || strings.HasPrefix(m[1], "docs/") {
				continue
			}
			places[m[1]] = true
		}
		if len(places) > mostFound {
			out = append(out, fmt.Sprintf("%s:%d: %d places to touch, want at most %d", theMap, i+1, len(places), mostFound))
		}
	}
	if !table {
		out = append(out, theMap+": no section that says where to change what")
	}
	return out
}

func TestMapIsShort(t *testing.T) { none(t, scattered(repo(t))) }

func TestControlMap(t *testing.T) {
	row := "| a | `par/a.go` and `par/b.go`, `par/b_test.go`, `par/doc.go`, `docs/terms.md` |\n"
	far := "| a | `par/a.go`, `par/b.go` and `span/c.go` |\n"
	exactly(t, scattered(planted(t, theMap, "## Where do I change …\n"+row+far)), "ARCHITECTURE.md:3: 3 places")
	exactly(t, scattered(planted(t, theMap, far+strings.Repeat("a\n", mapLines))),
		"ARCHITECTURE.md: 220 lines", "ARCHITECTURE.md: no section")
}
