package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// rulesCase is a body of a function, and what one rule makes of it.
type rulesCase struct {
	rule, body string
	want       []string // the changed lines
}

var rulesCases = []rulesCase{
	{"swap", "a.Store(1)\nb.Store(2)\nx = 1", []string{"b.Store(2) a.Store(1)", "x = 1 b.Store(2)"}},
	{"swap", "defer f()\nx = 1\ny = 2\nz = y", []string{"z = y y = 2"}},
	{"swap", "x := f()\ng(x)\nd.check()\nh()\nw.count.steals.Add(1)\nh()", nil},
	{"drop-call", "f(1)\nx = g()\nd.check()", []string{"if false { f(1) }"}},
	{"drop-store", "x := 1\nx = 2\nx++\nx += 3", []string{"if false { x = 2 }", "if false { x++ }", "if false { x += 3 }"}},
	{"drop-defer", "defer f()", []string{"if false { defer f() }"}},
	{"drop-go", "go f()", []string{"if false { go f() }"}},
	{"drop-jump", "if x {\nreturn\n}\nreturn", []string{"if x { if false { return }"}},
	{"return", "f()", []string{"func t() { return;"}},
	{"once", "for x {\n}", []string{"if x {"}},
	{"once", "for {\nf()\n}", []string{"for once := true; once; once = false {"}},
	{"once", "for i := range 3 {\nf(i)\n}", []string{"for i := range 3 { f(i) ; break }"}},
	{"cas-once", "for !w.cas(a, b) {\n}", []string{"for !(w.cas(a, b) || true) {"}},
	{"cas-store", "ok = w.CompareAndSwap(a, b)", []string{
		"ok = func() bool { if false { w.CompareAndSwap(a, b) }; w.Store(b); return true }()"}},
	{"cas-store", "ok = atomic.CompareAndSwapUint32(&g, a, b)", []string{
		"ok = func() bool { if false { atomic.CompareAndSwapUint32(&g, a, b) }; atomic.StoreUint32(&g, b); return true }()"}},
	{"negate", "if a < b {\n}\nfor x {\n}\nswitch {\ncase y:\n}", []string{"if !(a < b) {", "for !(x) {", "case !(y):"}},
	{"negate", "switch x {\ncase y:\n}", nil},
	{"compare", "x = a < b || c == d", []string{"x = ((a) <= (b)) || c == d", "x = a < b || ((c) != (d))"}},
	{"compare", "if a == b {\n}", nil},
	{"logic", "x = a && b", []string{"x = ((a) || (b))"}},
	{"arith", "x = a + b<<c", []string{"x = ((a) - (b<<c))", "x = a + ((b) >> (c))"}},
	{"assign-op", "x += 1\nx--", []string{"x -= 1", "x++"}},
	{"minmax", "x = min(a, b)", []string{"x = max(a, b)"}},
	{"const", "x = 0\ny = 5\nz = 0x10\nu = 1000", []string{"x = 1", "y = 6", "y = 4"}},
	{"bool", "x = true", []string{"x = false"}},
	{"drop-call", "if invariant.Enabled && x {\nf()\n}", nil},
}

func TestRules(t *testing.T) {
	for _, c := range rulesCases {
		src := "package p\n\nfunc t() {\n" + c.body + "\n}\n"
		mutants, err := findIn("p/p.go", src)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range mutants {
			if m.Rule != c.rule {
				continue
			}
			_, now := m.lines(src)
			got = append(got, now)
			mutated := m.Apply(src)
			if strings.Count(mutated, "\n") != strings.Count(src, "\n") {
				t.Errorf("%s of %q changes the number of lines", c.rule, c.body)
			}
			if _, err := parser.ParseFile(token.NewFileSet(), "", mutated, 0); err != nil {
				t.Errorf("%s of %q is no Go: %v\n%s", c.rule, c.body, err, mutated)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %q makes %q, want %q", c.rule, c.body, got, c.want)
		}
	}
	for _, r := range rules {
		if !slices.ContainsFunc(rulesCases, func(c rulesCase) bool { return c.rule == r.name && c.want != nil }) {
			t.Errorf("no case here shows the rule %s", r.name)
		}
	}
}

func TestFind_files(t *testing.T) {
	for name, src := range map[string]string{
		"a build constraint, a later Go": "//go:build tag\n\npackage p\n\nfunc f() { g() }\n\nfunc later[{}\n",
		"a function of checks":           "package p\n\nfunc f() {\n\tif !invariant.Enabled {\n\t\treturn\n\t}\n\tg()\n}\n",
		"a check of invariants":          "package p\n\nfunc (d *D) check() {\n\tg()\n}\n",
		"an import and an empty body":    "package p\n\nimport \"fmt\"\n\nfunc f() {}\n",
		"a function that is elsewhere":   "package p\n\nfunc f()\n",
	} {
		if mutants, err := findIn("p/p.go", src); err != nil || mutants != nil {
			t.Errorf("%s: %v, %v, want no mutants", name, mutants, err)
		}
	}
	if _, err := findIn("p/p.go", "package"); err == nil {
		t.Error("a broken file is no error")
	}
}

// A key must not move when lines are added above, and must tell apart what has the
// same text.
func TestKeys(t *testing.T) {
	const src = "package p\n\nfunc (s *S[T]) f() {\n\tg() // why\n\tg()\n}\n"
	before, err := findIn("p/p.go", src)
	if err != nil {
		t.Fatal(err)
	}
	after, err := findIn("p/p.go", strings.Replace(src, "\n\n", "\n\nvar above string\n\n", 1))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, m := range before {
		if seen[m.ID] {
			t.Errorf("two mutants are called %s", m.Key)
		}
		seen[m.ID] = true
		if after[i].Key != m.Key || after[i].Line != m.Line+2 {
			t.Errorf("with two lines above, %q on line %d became %q on line %d", m.Key, m.Line, after[i].Key, after[i].Line)
		}
	}
	if want := "p/p.go S.f drop-call: g() => if false { g() } #2"; !slices.ContainsFunc(before, func(m Mutant) bool { return m.Key == want }) {
		t.Errorf("no mutant is called %q: %v", want, before)
	}
}

// Each package of the core has mutants, each with a name of its own.
func TestFind_core(t *testing.T) {
	for pkg := range plans {
		mutants, err := Find("../..", pkg)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]string{}
		for _, m := range mutants {
			if seen[m.ID] != "" {
				t.Errorf("%s and %s have the same name", seen[m.ID], m.Key)
			}
			seen[m.ID] = m.Key
		}
		if len(mutants) < 20 {
			t.Errorf("%s has %d mutants, want at least 20", pkg, len(mutants))
		}
	}
}
