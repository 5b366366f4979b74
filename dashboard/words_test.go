package dashboard

import (
	"os"
	"regexp"
	"testing"

	"github.com/skua-go/skua/trace"
)

// TestWords: what a worker does has the same words and colours as in a report.
func TestWords(t *testing.T) {
	words := regexp.MustCompile(`(?:key|id): ['"](\w+)['"], (?:label|name): ['"]([^'"]+)['"]`)
	colors := regexp.MustCompile(`--(\w+): (#\w+);`)
	ours, theirs := pairs(t, "static/modes.js", words), pairs(t, "../trace/page/modes.js", words)
	mine, its := pairs(t, "static/style.css", colors), pairs(t, "../trace/page/style.css", colors)
	causes := pairs(t, "static/tables.js", regexp.MustCompile(`(\w+): "([^"]+)"`))
	report := pairs(t, "../trace/page/verdict.js", regexp.MustCompile(`(\w+): \['([^']+)'`))
	for _, c := range trace.Causes {
		if ours, theirs := causes[string(c)], report[string(c)]; len(ours) != 1 || len(theirs) != 1 || ours[0] != theirs[0] {
			t.Errorf("%s: words %q, and %q in a report", c, ours, theirs)
		}
	}
	for _, mode := range Modes {
		if len(ours[mode]) != 1 || len(theirs[mode]) != 1 || ours[mode][0] != theirs[mode][0] {
			t.Errorf("%s: words %q, and %q in a report", mode, ours[mode], theirs[mode])
		}
		if mode != "away" && (len(mine[mode]) != 3 || len(its[mode]) < 2 || mine[mode][0] != its[mode][0] || mine[mode][1] != its[mode][1] || mine[mode][2] != its[mode][1]) {
			t.Errorf("%s: colours %q, and %q in a report: in the light, and in the dark", mode, mine[mode], its[mode])
		}
	}
}

// pairs are the names that a form finds in a file, with their values in order.
func pairs(t *testing.T, name string, form *regexp.Regexp) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, m := range form.FindAllStringSubmatch(string(text), -1) {
		all[m[1]] = append(all[m[1]], m[2])
	}
	return all
}
