package graphs

import (
	"testing"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
)

// TestChecks wants each check to accept the twin's answer, and to reject a spoiled one.
func TestChecks(t *testing.T) {
	lost := func(a any) any { return a.([]uint32)[1:] }
	twice := func(a any) any { return append(a.([]uint32), a.([]uint32)[0]) }
	spoils := map[string]map[string]func(any) any{
		"breadthFirstSearch": {
			"a parent that is the start": func(a any) any { p := a.([]int32); p[last(p)] = start; return p },
			"a vertex lost":              func(a any) any { p := a.([]int32); p[last(p)] = none; return p },
			"a parent of its own":        func(a any) any { p := a.([]int32); p[last(p)] = int32(last(p)); return p },
			"fewer vertices":             func(a any) any { return a.([]int32)[1:] },
		},
		"maximalIndependentSet": {
			"a vertex less": func(a any) any { return flip(a.([]uint8), in, out) },
			"a vertex more": func(a any) any { return flip(a.([]uint8), out, in) },
		},
		"maximalMatching":   {"an edge less": lost, "an edge twice": twice},
		"spanningForest":    {"an edge less": lost, "an edge twice": twice},
		"minSpanningForest": {"an edge less": lost, "an edge twice": twice},
	}
	for _, p := range Problems() {
		t.Run(p.Name(), func(t *testing.T) {
			i := p.Make(1000)
			if err := i.Check(i.Twin()); err != nil {
				t.Fatalf("the twin's answer: %v", err)
			}
			if len(spoils[p.Benchmark]) == 0 {
				t.Fatal("no spoiled answers")
			}
			for name, spoil := range spoils[p.Benchmark] {
				if err := i.Check(spoil(i.Twin())); err == nil {
					t.Errorf("the check accepts an answer with %s", name)
				}
			}
		})
	}
}

// last is a vertex that was reached, and not from the start.
func last(parents []int32) int {
	v := len(parents) - 1
	for parents[v] == none || parents[v] == start {
		v--
	}
	return v
}

func flip(flags []uint8, from, to uint8) []uint8 {
	for v, f := range flags {
		if f == from {
			flags[v] = to
			return flags
		}
	}
	return flags
}

// TestCheckMinForest rejects a spanning forest that is none of the least weight.
func TestCheckMinForest(t *testing.T) {
	e := edges{[]gen.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}}, 3}
	weights := []weighed{{1, 0}, {2, 1}, {3, 2}}
	if err := checkMinForest(e, weights, []uint32{0, 1}, 3); err != nil {
		t.Error(err)
	}
	if checkMinForest(e, weights, []uint32{0, 2}, 3) == nil {
		t.Error("the check accepts a forest of weight 4, and there is one of 3")
	}
}

// TestSerialAnswer wants the loops by reservations to have the answers of the serial loops, but for
// forests, which reserve one end of an edge only.
func TestSerialAnswer(t *testing.T) {
	s, err := forkjoin.New("chaselev", 4)
	if err != nil {
		t.Fatal(err)
	}
	list, n := gen.RMat(5000, 50_000, .5, .1)
	e := edges{gen.ShuffledEdges(list, n), n}
	g := gen.FromEdges(list, n, true).Reordered()
	s.Run(func(c forkjoin.Ctx) {
		equal(t, "matching", match(c, e), matchSerially(e))
		equal(t, "independent set", independentSet(c, g), independentSerially(g))
	})
}

func equal[T comparable](t *testing.T, name string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d, want %d", name, len(got), len(want))
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: number %d is %v, want %v", name, i, got[i], want[i])
			return
		}
	}
}
