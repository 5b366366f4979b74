package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/internal/expect"
)

// TestEverySchedulerSolvesEveryProblem checks answers for small inputs.
func TestEverySchedulerSolvesEveryProblem(t *testing.T) {
	for _, p := range problems() {
		t.Run(p.Name(), func(t *testing.T) {
			for _, size := range []int{2, 301, p.Size/expect.Size(1000, 400, 40) + 1} {
				i := p.Make(size)
				if err := i.Check(i.Twin()); err != nil {
					t.Errorf("size %d, twin: %v", size, err)
				}
				for _, name := range forkjoin.Names() {
					s, err := forkjoin.New(name, 3)
					if err != nil {
						t.Fatal(err)
					}
					for range expect.Size(1, 1, 2) {
						var answer any
						s.Run(func(c forkjoin.Ctx) { answer = i.Parallel(c) })
						if err := i.Check(answer); err != nil {
							t.Errorf("size %d, %s: %v", size, name, err)
						}
					}
					s.Close()
				}
			}
		})
	}
}

// TestRun measures one problem, and makes the same page of what was stored.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	stored, doc := filepath.Join(dir, "found.json"), filepath.Join(dir, "doc.md")
	if err := os.WriteFile(doc, []byte("before\n<!-- go run ./bench/pbbs -->\nold\n<!-- end -->\nafter\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var measured, again, progress bytes.Buffer
	if err := run(t.Context(), []string{"-run", "histogram, randomSeq_256", "-rayon=false", "-scale", "0.001", "-rounds", "7", "-json", stored, "-doc", doc}, &measured, &progress); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"-from", stored}, &again, &progress); err != nil {
		t.Fatal(err)
	}
	if measured.String() != again.String() {
		t.Errorf("measured:\n%s\nstored:\n%s", &measured, &again)
	}
	for _, want := range []string{"| histogram, randomSeq_256_int", "typed against chaselev", "The claim", "goroutines", " cores, "} {
		if !strings.Contains(measured.String(), want) {
			t.Errorf("the page has no %q:\n%s", want, &measured)
		}
	}
	text, err := os.ReadFile(doc)
	if err != nil || !strings.Contains(string(text), measured.String()) || strings.Contains(string(text), "\nold\n") {
		t.Errorf("the document is %q, %v", text, err)
	}
}

func TestRun_wrong(t *testing.T) {
	for _, args := range [][]string{{"-rounds", "0"}, {"-run", "("}, {"-run", "nothing like it"}, {"-scale", "-1"}, {"more"}, {"-unknown"}} {
		var out bytes.Buffer
		if err := run(t.Context(), args, &out, &out); !errors.As(err, new(usage)) {
			t.Errorf("%q: error %v, want a usage error", args, err)
		}
	}
}

// TestDuel counts rows by medians, and is sure only by bounds.
func TestDuel(t *testing.T) {
	times := func(a, b float64, rounds int) *row {
		r := &row{Ways: []*samples{{Name: twin}, {Name: "typed"}, {Name: "abp"}}}
		for range rounds {
			for k, x := range []float64{1, a, b} {
				r.Ways[k].Seconds = append(r.Ways[k].Seconds, x)
			}
		}
		return r
	}
	f := &found{Rows: []*row{times(1, 2, 7), times(2, 1, 7), times(1, 4, 3), times(1, 1, 7)}}
	d := f.duel("typed", "abp")
	if d.benchmarks != 1 || d.fasterOn != 1 {
		t.Errorf("the duel is %+v, want one benchmark, and the first faster on it", d)
	}
	if d.rows != 4 || d.faster != 2 || d.surely != 1 || d.slowSurely != 1 {
		t.Errorf("the duel is %+v", d)
	}
	if d.mean < 0.707 || d.mean > 0.7072 { // ⁴√(½·2·¼·1)
		t.Errorf("the mean is %v", d.mean)
	}
}

// TestLoaded wants both signs of other programs to be seen.
func TestLoaded(t *testing.T) {
	for _, c := range []struct {
		load string
		free float64
		want bool
	}{{"0.40 1.00 9.00", 0.95, false}, {"0.40 1.00 9.00", 0.5, true}, {"2.10 0.00 0.00", 0.95, true}, {"", 0.95, false}} {
		f := &found{Rows: []*row{{Free: []float64{c.free}}}}
		f.Machine.Cores, f.Machine.Load = 2, c.load
		if got := f.loaded(); got != c.want {
			t.Errorf("load %q, share %v: %v, want %v", c.load, c.free, got, c.want)
		}
	}
}
