package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
)

// toy is a package whose tests look at Sum and not at Double.
var toy = map[string]string{
	"go.mod": "module toy\n\ngo 1.26\n",
	"toy/toy.go": `package toy

import "fmt"

func Sum(n int) (sum int) {
	for i := 0; i < n; i++ {
		sum += i
	}
	return sum
}

func Double(n int) int { return n + n }

func Silent() {
	if false {
		fmt.Println(1)
	}
}

func Refused() string { return "a" + "b" }
`,
	"toy/toy_test.go": `package toy

import "testing"

var kept int

func TestBroken(t *testing.T) { t.Run("always", func(t *testing.T) { t.Fail() }) }

func TestSum(t *testing.T) {
	if got := Sum(3); got != 3 {
		t.Errorf("%d", got)
	}
	kept = Double(2)
	Silent()
	Refused()
}
`,
}

// The lab must be able to say each of its verdicts.
func TestTry(t *testing.T) {
	root := t.TempDir()
	for name, text := range toy {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	plan := func(string) []stage {
		return []stage{tests("none", "toy", "", "None", ""), tests("toy", "toy", "", "", "")}
	}
	var log strings.Builder
	l := newLab(t.Context(), root, t.TempDir(), plan, time.Minute, &log)
	for _, s := range plan("toy") {
		if err := l.measure(s); err != nil {
			t.Fatal(err)
		}
	}
	if want := "clean toy: FAILS and is left out: TestBroken/always\n"; !strings.Contains(log.String(), want) {
		t.Errorf("the log of the clean tree does not say %q:\n%s", want, log.String())
	}
	for stage := range l.took {
		l.took[stage] = -2 * time.Second // a hang is told after four seconds
	}
	mutants, err := Find(root, "toy")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ key, verdict, stage, by string }{
		{"Sum const: for i := 0; i < n; i++ { => for i := 1; i < n; i++ {", survived, "toy", ""},
		{"Sum compare: for i := 0; i < n; i++ { => for i := 0; ((i) <= (n)); i++ {", killed, "toy", "TestSum"},
		{"Sum assign-op: for i := 0; i < n; i++ { => for i := 0; i < n; i-- {", killed, "toy", "timeout in TestSum"},
		{"Double arith: func Double(n int) int { return n + n } => func Double(n int) int { return ((n) - (n)) }", survived, "toy", ""},
		{"Silent const: fmt.Println(1) => fmt.Println(2)", same, "", ""},
		{`Refused arith: func Refused() string { return "a" + "b" } => func Refused() string { return (("a") - ("b")) }`, invalid, "", ""},
	} {
		r, err := l.try(named(t, mutants, "toy/toy.go "+c.key))
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.verdict || r.Stage != c.stage || !strings.HasPrefix(r.By, c.by) {
			t.Errorf("%s: %s in %q by %q, want %s in %q by %q", c.key, r.Verdict, r.Stage, r.By, c.verdict, c.stage, c.by)
		}
		if r.Seconds <= 0 && c.verdict != same && c.verdict != invalid {
			t.Errorf("%s took %v seconds", c.key, r.Seconds)
		}
	}
}

func named(t *testing.T, mutants []Mutant, key string) Mutant {
	t.Helper()
	for _, m := range mutants {
		if m.Key == key {
			return m
		}
	}
	t.Fatalf("no mutant is called %s", key)
	return Mutant{}
}

func TestBlame(t *testing.T) {
	for out, want := range map[string]string{
		"--- FAIL: TestA (0.1s)\n    --- FAIL: TestA/b (0.1s)\n":             "TestA/b",
		"panic: test timed out after 3s\n\trunning tests:\n\t\tTestA (3s)\n": "timeout in TestA",
		"WARNING: DATA RACE\nx\n":                                            "WARNING: DATA RACE",
		"panic: runtime error: index\n\ngoroutine 1":                         "panic: runtime error: index",
		"": "no test, but an exit",
	} {
		if got := blame(out); got != want {
			t.Errorf("%q is blamed on %q, want %q", out, got, want)
		}
	}
	var h head
	for range 3 {
		if n, err := h.Write(make([]byte, headBytes/2+1)); n != headBytes/2+1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if h.Len() != headBytes {
		t.Errorf("%d bytes are kept, want %d", h.Len(), headBytes)
	}
}

// A mutant of a file that the sizes of the explorer point into is woven with the
// rest of them.
func TestWeave(t *testing.T) {
	l := newLab(t.Context(), "../..", t.TempDir(), planOf, time.Minute, io.Discard)
	mutants, err := Find("../..", "span")
	if err != nil {
		t.Fatal(err)
	}
	mutants = slices.DeleteFunc(mutants, func(m Mutant) bool { return m.File != "span/wait.go" })
	for _, m := range mutants[:min(len(mutants), expect.Size(1, 2, len(mutants)))] {
		file, err := l.overlay(&m, build{dir: "span", tags: "explore", woven: true})
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "span", "wait.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "internal/explore/atomic") {
			t.Errorf("%s is not woven", m.Key)
		}
	}
}

// A stage may be a program instead of tests.
func TestTry_command(t *testing.T) {
	root := t.TempDir()
	const src = "package main\n\nimport \"os\"\n\nfunc main() {\n\tif len(os.Args) > 4 {\n\t\tos.Exit(3)\n\t}\n}\n"
	for name, text := range map[string]string{"go.mod": "module toy\n\ngo 1.26\n", "main.go": src} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOWORK", "off")
	s := stage{build{dir: ".", command: true}, "program", "", []string{"an", "argument"}, nil}
	broken := stage{build{dir: ".", command: true}, "broken", "", []string{"four", "arguments", "are", "refused"}, nil}
	l := newLab(t.Context(), root, t.TempDir(), func(string) []stage { return []stage{broken, s} }, time.Minute, io.Discard)
	mutants, err := findIn("main.go", src)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"main negate: if len(os.Args) > 4 { => if !(len(os.Args) > 4) {": killed,
		"main const: if len(os.Args) > 4 { => if len(os.Args) > 5 {":     survived,
	} {
		if r, err := l.try(named(t, mutants, "main.go "+key)); err != nil || r.Verdict != want {
			t.Errorf("%s: %s by %q, %v, want %s", key, r.Verdict, r.By, err, want)
		}
	}
}
