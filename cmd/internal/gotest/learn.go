package gotest

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
)

// A learner reads what go test prints and writes the history.
type learner struct {
	history  *History
	count    float64 // -count: how often each test runs
	full     bool    // packages run all their tests
	shuffled bool
	divided  map[string]bool // packages that ran in groups: their wall time says nothing

	// Of packages whose verdict is not there yet. In text that is one package, whose name is not known.
	tests  map[string]map[string]float64
	cached map[string]bool
}

// testVerdict is the line of a test that is not a subtest.
var testVerdict = regexp.MustCompile(`^--- (?:PASS|SKIP): ([\pL\pN_]+) \(([0-9.]+)s\)\n$`)

// text learns from a line of text, and returns the package of which it is the last line, or "".
func (l *learner) text(line []byte) (last string) {
	if m := testVerdict.FindSubmatch(line); m != nil {
		seconds, _ := strconv.ParseFloat(string(m[2]), 64) // the pattern matches a number
		l.test("", string(m[1]), seconds)
		return ""
	}
	m := verdict.FindSubmatch(line)
	if m == nil {
		return ""
	}
	path := string(m[2])
	seconds, err := strconv.ParseFloat(string(m[3]), 64)
	switch string(m[1]) {
	case "ok  ":
		if err == nil { // else it is cached
			l.passed(path, seconds, l.tests[""])
		}
	case "FAIL":
		l.failed(path)
	default:
		l.history.of(path).Seconds = 0 // no test files
	}
	delete(l.tests, "")
	return path
}

// An event is a line of go test -json: see go doc test2json.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

// json learns from a line of JSON.
func (l *learner) json(line []byte) {
	var e event
	if json.Unmarshal(line, &e) != nil || e.Package == "" {
		return
	}
	switch {
	case e.Action == "output" && e.Test == "":
		if bytes.Contains([]byte(e.Output), []byte("\t(cached)")) {
			l.cached[e.Package] = true
		}
	case e.Test != "" && (e.Action == "pass" || e.Action == "skip"):
		if testNamed.MatchString(e.Test) {
			l.test(e.Package, e.Test, e.Elapsed)
		}
	case e.Action == "pass" && !l.cached[e.Package]:
		l.passed(e.Package, e.Elapsed, l.tests[e.Package])
	case e.Action == "fail":
		l.failed(e.Package)
	case e.Action == "skip":
		l.history.of(e.Package).Seconds = 0 // no test files
	}
}

// testNamed matches the name of a test that is not a subtest.
var testNamed = regexp.MustCompile(`^[\pL\pN_]+$`)

func (l *learner) test(path, name string, seconds float64) {
	if l.tests[path] == nil {
		l.tests[path] = map[string]float64{}
	}
	l.tests[path][name] = seconds
}

func (l *learner) passed(path string, seconds float64, tests map[string]float64) {
	if !l.full {
		return
	}
	r := l.history.of(path)
	if !l.divided[path] {
		r.Seconds = seconds / l.count
	}
	if l.shuffled {
		r.Shuffled++
	}
	if len(tests) > 0 {
		r.Tests = tests
	}
}

func (l *learner) failed(path string) {
	if l.shuffled {
		l.history.of(path).Shuffled = 0
	}
}
