package cases

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/bench/internal/peer"
)

// tiny are parameters for each case that take next to no time. Those of rivals that
// count a smaller thing than skua are as small already.
var tiny = map[string][]Params{
	"fib":           {params("n", 12)},
	"treesum":       {params("nodes", 127)},
	"treesum-small": {params("nodes", 1), params("nodes", 1023)},
	"nqueens":       {params("n", 6)},
	"skynet":        {params("k", 2)},
	"matmul":        {params("n", 70)},
	"flat":          {params("n", 100, "steps", 10), params("n", 0, "steps", 0)},
	"external":      {params("n", 100, "producers", 4)},
	"liveness":      {params("outer", 4, "inner", 4)},
	"nested":        {params("outer", 3, "inner", 50)},
	"for":           {params("n", 0), params("n", 1), params("n", 100)},
	"for-skewed":    {params("shape", "triangular", "n", 100, "grain", 10), params("shape", "power", "n", 100, "grain", 10), params("shape", "one", "n", 100, "grain", 10), params("shape", "front", "n", 100, "grain", 10)},
	"mandelbrot":    {params("width", 20, "height", 10, "limit", 50)},
	"sum":           {params("n", 1000)},
	"scan":          {params("n", 1000)},
	"filter":        {params("n", 1000)},
	"find":          {params("n", 1000, "where", "first"), params("n", 1000, "where", "mid"), params("n", 1000, "where", "last"), params("n", 1000, "where", "none")},
	"interference":  {params("n", 100, "steps", 10)},
	"regions":       {params("n", 100, "steps", 10, "gap", 5)},
	"regions-busy":  {params("n", 100, "steps", 10, "gap", 5)},
	"life":          {params("n", 3), params("n", 20)},
	"gc":            {params("n", 100, "steps", 0)},
	"deque":         {params("how", "alone", "n", 100), params("how", "steal", "n", 100)},
	"turf-sleep":    {params("n", 100, "cap", 8, "us", 1)},
	"turf-stack":    {params("n", 20, "depth", 100)},
	"turf-sinc":     {params("n", 100)},
	"sort":          tinySorts(),
	"scaling":       tinyScaling(),
}

func tinySorts() []Params {
	var rows []Params
	for _, kind := range []string{"int64", "string", "struct"} {
		for _, order := range []string{"random", "sorted", "few"} {
			rows = append(rows, params("n", 1000, "type", kind, "order", order))
		}
	}
	return rows
}

func tinyScaling() []Params {
	return []Params{
		params("program", "fib", "n", 12),
		params("program", "nqueens", "n", 6),
		params("program", "treesum", "nodes", 127),
		params("program", "matmul", "n", 70),
		params("program", "sort", "n", 1000, "type", "int64", "order", "random"),
		params("program", "mandelbrot", "width", 20, "height", 10, "limit", 50),
	}
}

// events are the cases that measure by themselves, and give no answer.
var events = map[string]Params{
	"wake":     params("wakes", 3, "gap", 1),
	"idle":     params("seconds", 0),
	"metg":     nil,
	"metg-for": nil,
}

func TestEveryCaseAnswersAtATinySize(t *testing.T) {
	for _, c := range All() {
		if _, measured := events[c.ID]; measured || strings.HasPrefix(c.ID, "public-") || c.ID == "uts" {
			continue // public ones are others of a larger size
		}
		t.Run("case="+c.ID, func(t *testing.T) {
			if len(tiny[c.ID]) == 0 {
				t.Fatal("no parameters for this test")
			}
			ways := c.Ways
			c.Ways = func() []Way { return alive(ways()) }
			for _, p := range tiny[c.ID] {
				allAnswer(t, c, p)
			}
		})
	}
}

// Serial and skua's are those of lab/workload, which knows the published trees only.
func TestTreesAreThoseOfTheBenchmark(t *testing.T) {
	inTurn := func(a, b func()) { a(); b() }
	for _, name := range []string{"T1-8", "T3-100"} {
		if got := utsRoots[name].count(inTurn); got != utsNodes[name] {
			t.Errorf("%s has %d nodes, want %d", name, got, utsNodes[name])
		}
	}
	root := utsRoots["T3"]
	if got := root.tree.children(root); got != 2000 {
		t.Errorf("the root of T3 has %d children, want 2000", got)
	}
}

func TestEventsAreMeasured(t *testing.T) {
	for _, c := range All() {
		p, measured := events[c.ID]
		if !measured {
			continue
		}
		for _, w := range c.Ways() {
			if !strings.HasPrefix(w.Name, "skua") && w.Name != "channel" {
				continue
			}
			run, err := w.Start(p, 2)
			if err != nil {
				t.Fatalf("%s: %s does not start: %v", c.ID, w.Name, err)
			}
			if got := run.Sample(); len(got) == 0 || run.Ops != 1 {
				t.Errorf("%s: %s measures %d events of %d units, want some of one", c.ID, w.Name, len(got), run.Ops)
			}
			if run.Close != nil {
				run.Close()
			}
		}
	}
}

// alive leaves out the rivals that deadlock where a task waits for another.
func alive(ways []Way) []Way {
	var out []Way
	for _, w := range ways {
		rival, err := peer.Find(w.Name)
		waits := w.Needs == both.name || w.Needs == nested.name || w.Needs == nestedAny.name
		if err != nil || !waits || !rival.Bounded && rival.Name != "tunny" {
			out = append(out, w)
		}
	}
	return out
}

func TestCasesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range All() {
		if seen[c.ID] || c.Question == "" || c.Unit == "" {
			t.Errorf("case %q: its ID is not unique, or it lacks a question or a unit", c.ID)
		}
		seen[c.ID] = true
		names := map[string]bool{}
		for _, w := range c.Ways() {
			if names[w.Name] {
				t.Errorf("case %s: two ways are called %q", c.ID, w.Name)
			}
			names[w.Name] = true
		}
		for _, full := range []bool{false, true} {
			if len(c.Rows(full)) == 0 {
				t.Errorf("case %s has no rows, full %v", c.ID, full)
			}
		}
	}
}

func TestParams(t *testing.T) {
	p, err := ParseParams([]string{"n=3", "shape=one"})
	if err != nil || p.Int("n") != 3 || p.Text("shape") != "one" || p.Text("x") != "" {
		t.Errorf("parsed %v, %v", p, err)
	}
	if got := p.With("n", 4).With("x", "y").String(); got != "n=4 shape=one x=y" || p.Int("n") != 3 {
		t.Errorf("with others: %q, and the old ones are %v", got, p)
	}
	if _, err := ParseParams([]string{"n"}); err == nil {
		t.Error("a text without = is taken")
	}
}
