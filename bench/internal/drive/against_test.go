package drive

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
)

// TestAgainst compares programs that print the samples they are given: a build that takes twice
// the time has a ratio of 2, one that fails has a verdict and no ratio.
func TestAgainst(t *testing.T) {
	program := func(name, body string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sample := func(ns string) string {
		return `echo '{"answer":"right","ops":10,"ns":[` + ns + `],"cpu_ns":[1]}'`
	}
	c := cases.Case{
		ID:   "made up",
		Rows: func(bool) []cases.Params { return []cases.Params{nil} },
		Ways: func() []cases.Way {
			start := func(cases.Params, int) (*cases.Run, error) { return nil, nil }
			return []cases.Way{{Name: "serial", Start: start}, {Name: "skua", Start: start}, {Name: "rayon", Native: "rust"}}
		},
		Want: func(cases.Params) string { return "right" },
	}
	fast, slow := program("fast", sample("1000")), program("slow", sample("2000"))
	d := &Driver{Self: slow, Rounds: 3, Workers: 1, Deadline: time.Minute, Progress: io.Discard}
	changes, err := d.Against(t.Context(), []string{fast}, c)
	if err != nil || len(changes) != 1 {
		t.Fatalf("changes %+v, error %v; want one change, of skua", changes, err)
	}
	if got := changes[0]; got.Way != "skua" || got.Ratio.Median != 2 || got.Before.NS.Median != 100 || got.After.NS.Median != 200 {
		t.Errorf("skua takes 200 ns after 100: got %+v", got)
	}
	changes, err = d.Against(t.Context(), []string{program("broken", "exit 1")}, c)
	if err != nil || len(changes) != 1 || changes[0].Verdict != "before: crashes" {
		t.Errorf("a program that fails: changes %+v, error %v", changes, err)
	}
	if _, err := d.Against(t.Context(), []string{program("wrong", `echo '{"answer":"wrong","ns":[1]}'`)}, c); err == nil {
		t.Error("a wrong answer is no error")
	}
	d.Peers = []string{"serial"}
	if changes, _ = d.Against(t.Context(), []string{fast}, c); len(changes) != 1 || changes[0].Way != "serial" {
		t.Errorf("changes %+v, want those of serial, which was asked for", changes)
	}
	d.Peers, d.Layouts = nil, []string{slow, fast, fast} // a round each
	if changes, _ = d.Against(t.Context(), []string{fast}, c); len(changes) != 1 || !slices.Equal(changes[0].After.Rounds, []float64{200, 100, 100}) {
		t.Errorf("changes %+v, want a round for each layout", changes)
	}
}
