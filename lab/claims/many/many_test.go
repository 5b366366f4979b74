package many

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

var doublings = []int{1, 2, 4, 8, 16, 32, 64, 128, 256}

// confirming has a speed-up of 0.9 P for what has enough work, and of P to the power 0.7 for the others.
func confirming() (rows []lab.Row) {
	for _, p := range plans(doublings, []int{64}) {
		n := float64(p.processors)
		row := lab.Row{"program": p.program.name, "processors": n, "costs": p.costs.name, "speedup": 0.9 * n, "microseconds": 1000 / n}
		switch {
		case slices.Contains(scaled, p.program.name):
		case p.program.name == "tree" && n <= 64:
		default:
			row["speedup"] = (9 + n) / 10
		}
		rows = append(rows, row)
	}
	return rows
}

func at(program string, processors int, costs string) lab.Row {
	return lab.Row{"program": program, "processors": processors, "costs": costs}
}

// without returns the change that takes the rows away that have all of where.
func without(where lab.Row) func(lab.Row) lab.Row {
	return func(r lab.Row) lab.Row {
		for k, v := range where {
			if n, ok := v.(int); ok {
				v = float64(n)
			}
			if r[k] != v {
				return r
			}
		}
		return nil
	}
}

// TestMany_verdict wants the verdict to follow from the samples.
func TestMany_verdict(t *testing.T) {
	trial.Trial{
		Confirming: confirming,
		Falsified: map[string]func(lab.Row) lab.Row{
			"a tree without gain on 64":    trial.Set("speedup", trial.Times(0.5), at("tree", 64, standard)),
			"a loop without gain on 64":    trial.Set("speedup", trial.Times(0.5), at("for", 64, standard)),
			"a grown tree that stays at 1": trial.GrowsWithProcessors("speedup", -1, lab.Row{"program": "weak-tree"}),
			"a fall on 256":                trial.Set("speedup", trial.Times(0.4), at("weak-tree", 256, standard)),
			"a fall on 128":                trial.Set("speedup", trial.Times(0.4), at("for", 128, standard)),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a tree that just misses":         trial.Set("speedup", trial.Times(0.7), at("tree", 64, standard)),
			"a loop that is poor on 8 only":   trial.Set("speedup", trial.Times(0.6), at("tree", 8, standard)),
			"a tree that needs fast wake-ups": trial.Set("speedup", trial.Times(0.5), lab.Row{"program": "tree", "costs": "wake=60000"}),
			"no run on 32":                    without(at("for", 32, standard)),
			"no run on 256":                   without(at("weak-tree", 256, standard)),
			"no run with other costs":         without(lab.Row{"program": "tree", "costs": "holdodds=100"}),
			"no tree":                         without(lab.Row{"program": "tree"}),
			"few processors": func(r lab.Row) lab.Row {
				if r["processors"].(float64) > 8 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Many)
}

// TestMany_names wants the finding to name the programs that are not near-linear, and costs that matter.
func TestMany_names(t *testing.T) {
	table := &lab.Table{}
	slower := trial.Set("speedup", trial.Times(0.8), lab.Row{"program": "tree", "costs": "chain=1"})
	for _, r := range confirming() {
		r["processors"] = r["processors"].(float64)
		table.Add(slower(r))
	}
	f := judge(table)
	for _, want := range []string{"uts", "regions", "scope-one", "chain=1"} {
		if f.Verdict != lab.Confirmed || !strings.Contains(f.Reason, want) {
			t.Errorf("%s, %q: want it to name %s", f.Verdict, f.Reason, want)
		}
	}
	if strings.Contains(f.Reason, "wake=60000") {
		t.Errorf("%q names costs that do not matter", f.Reason)
	}
}

// TestMany_run builds the room and runs every program with little work.
func TestMany_run(t *testing.T) {
	processors := []int{1, 2, 4}
	if testing.Short() {
		processors = []int{2}
	}
	res := trial.Run(t, Many, map[string][]int{"processors": processors, "other": {4}, "size": {1}})
	if want := len(plans(processors, []int{4})); len(res.Table.Rows) != want {
		t.Errorf("%d rows, want %d", len(res.Table.Rows), want)
	}
	for _, r := range res.Table.Rows {
		p, n := r["program"].(string), r["processors"].(float64)
		if r["microseconds"].(float64) <= 0 || r["speedup"].(float64) <= 0 || r["speedup"].(float64) > n+0.01 {
			t.Errorf("%s on %v: %v", p, n, r)
		}
		if s := r["searching"].(float64) + r["waiting"].(float64) + r["asleep"].(float64); s < 0 || s > 1 {
			t.Errorf("%s on %v: shares %v", p, n, s)
		}
	}
}

// TestMany_ends wants the end of the context to end a run, with its cause.
func TestMany_ends(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := lab.Run(ctx, Many, lab.Options{Quick: true}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the end of the context", err)
	}
}

// TestModuleRoot looks above a folder for skua's own go.mod, and not for another one.
func TestModuleRoot(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "cmd", "x")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(dir, text string) {
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(root, "cmd"), "module github.com/skua-go/skua/cmd\n")
	if _, err := moduleRoot(deep); !errors.Is(err, errNoRoom) {
		t.Errorf("without skua: %v, want %v", err, errNoRoom)
	}
	write(root, "// comment\nmodule github.com/skua-go/skua\n\ngo 1.26\n")
	if dir, err := moduleRoot(deep); dir != root || err != nil {
		t.Errorf("%q, %v, want %q", dir, err, root)
	}
}

// TestArgs wants a quarter of the work, whichever parameter decides.
func TestArgs(t *testing.T) {
	for _, c := range []struct {
		p       program
		percent int
		want    []string
	}{
		{program{param: "depth", whole: 17}, 100, []string{"depth=17"}},
		{program{param: "depth", whole: 17}, 25, []string{"depth=15"}},
		{program{param: "loops", whole: 50}, 1, []string{"loops=1"}},
		{program{param: "n", whole: 20_000}, 25, []string{"n=5000"}},
		{program{}, 25, nil},
	} {
		if got := c.p.args(c.percent); !slices.Equal(got, c.want) {
			t.Errorf("%+v at %d %%: %q, want %q", c.p, c.percent, got, c.want)
		}
	}
}
