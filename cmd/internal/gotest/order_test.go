package gotest

import (
	"strings"
	"testing"
)

// TestOrder prints blocks in the order of the packages, whatever the order in which they come.
func TestOrder(t *testing.T) {
	all := []pkg{{path: "m/a"}, {path: "m/b"}, {path: "m/c"}, {path: "m/d"}}
	for _, c := range []struct{ in, out string }{
		{"C|ok  \tm/c\t0.1s|?   \tm/b\t[no test files]|FAIL\tm/d [build failed]|A|FAIL\tm/a\t0.1s|FAIL",
			"A|FAIL\tm/a\t0.1s|?   \tm/b\t[no test files]|C|ok  \tm/c\t0.1s|FAIL\tm/d [build failed]|FAIL"},
		// Go test says at once what it cannot set up.
		{"FAIL\tm/c [setup failed]|D|ok  \tm/d\t(cached)|\tm/a\t\tcoverage: 0.0% of statements|ok  \tm/b\t0.1s",
			"FAIL\tm/c [setup failed]|\tm/a\t\tcoverage: 0.0% of statements|ok  \tm/b\t0.1s|D|ok  \tm/d\t(cached)"},
		// It does not come to m/a, and m/z is the text of a test.
		{"ok  \tm/z\t0.1s|ok  \tm/b\t0.1s|FAIL", "ok  \tm/z\t0.1s|ok  \tm/b\t0.1s|FAIL"},
	} {
		var b strings.Builder
		o := newOrder(&b, all)
		l := newLearner()
		for _, line := range strings.Split(c.in, "|") {
			o.line([]byte(line+"\n"), l.text([]byte(line+"\n")))
		}
		if err := o.end(); err != nil || b.String() != strings.ReplaceAll(c.out, "|", "\n")+"\n" {
			t.Errorf("%q is printed as\n%s, error %v", c.in, b.String(), err)
		}
	}
}

func newLearner() *learner {
	return &learner{
		history: &History{Packages: map[string]*record{}}, count: 1, full: true, shuffled: true,
		divided: map[string]bool{"m/divided": true}, tests: map[string]map[string]float64{}, cached: map[string]bool{},
	}
}

// TestLearner reads text and JSON: both tell the same.
func TestLearner(t *testing.T) {
	text := "--- PASS: TestA (0.50s)\n    --- PASS: TestA/sub (0.40s)\n--- SKIP: TestB (0.00s)\nok  \tm/a\t2.5s\n" +
		"ok  \tm/divided\t1.0s\nok  \tm/cached\t(cached)\n--- FAIL: TestC (1.0s)\nFAIL\tm/fails\t1.0s\n?   \tm/none\t[no test files]\n"
	json := `{"Action":"pass","Package":"m/a","Test":"TestA/sub","Elapsed":0.4}
{"Action":"pass","Package":"m/a","Test":"TestA","Elapsed":0.5}
{"Action":"skip","Package":"m/a","Test":"TestB"}
{"Action":"pass","Package":"m/a","Elapsed":2.5}
{"Action":"pass","Package":"m/divided","Elapsed":1}
{"Action":"output","Package":"m/cached","Output":"ok  \tm/cached\t(cached)\n"}
{"Action":"pass","Package":"m/cached"}
{"Action":"fail","Package":"m/fails","Test":"TestC"}
{"Action":"fail","Package":"m/fails","Elapsed":1}
{"Action":"skip","Package":"m/none"}
{"ImportPath":"m/x","Action":"build-fail"}
`
	fromText, fromJSON := newLearner(), newLearner()
	for line := range strings.Lines(text) {
		fromText.text([]byte(line))
	}
	for line := range strings.Lines(json) {
		fromJSON.json([]byte(line))
	}
	for what, l := range map[string]*learner{"text": fromText, "JSON": fromJSON} {
		h := l.history
		a := h.of("m/a")
		if a.Seconds != 2.5 || a.Shuffled != 1 || len(a.Tests) != 2 || a.Tests["TestA"] != 0.5 {
			t.Errorf("%s: m/a is %+v", what, a)
		}
		if d := h.of("m/divided"); d.Seconds != 0 || d.Shuffled != 1 {
			t.Errorf("%s: a package in groups has no wall time that counts: %+v", what, d)
		}
		if h.Packages["m/cached"] != nil || h.Packages["m/none"] == nil || h.of("m/fails").Seconds != 0 {
			t.Errorf("%s: packages %v", what, h.Packages)
		}
	}
}
