package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestParseReasons(t *testing.T) {
	got, err := parseReasons("# why\nkey one\n\tequivalent: nobody looks,\n\tnot even later\n\nkey two\n\tperformance: slower\n")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]reason{
		"key one": {"equivalent", "nobody looks, not even later"},
		"key two": {"performance", "slower"},
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, bad := range []string{"key\n", "\tequivalent: of nothing\n", "key\n\tI think so\n", "key\n\tequivalent: \n",
		"key\n\tequivalent: a\nkey\n\tequivalent: b\n"} {
		if _, err := parseReasons(bad); err == nil {
			t.Errorf("%q is no error", bad)
		}
	}
}

func TestReasonsAreReadable(t *testing.T) {
	if _, err := parseReasons(reasons); err != nil {
		t.Error(err)
	}
}

func TestReport(t *testing.T) {
	chosen := map[string][]Mutant{"p": {}}
	results := map[string]Result{}
	for key, verdict := range map[string]string{"k": killed, "l": killed, "m": killed, "s": same, "i": invalid,
		"open": survived, "excused": survived, "slower": survived} {
		m := Mutant{ID: "id-" + key, Key: "p/p.go " + key, File: "p/p.go", Line: 3}
		chosen["p"] = append(chosen["p"], m)
		results[m.Key] = Result{Mutant: m, Verdict: verdict, Seconds: 6}
	}
	chosen["p"] = append(chosen["p"], Mutant{Key: "not tried"})
	why := map[string]reason{
		"p/p.go excused": {"equivalent", "nobody looks"},
		"p/p.go slower":  {"performance", "it is slower"},
		"p/p.go gone":    {"equivalent", "it was"},
		"q/q.go gone":    {"equivalent", "of another package"},
	}
	var out strings.Builder
	if open := report(&out, []string{"p"}, chosen, results, why); open != 1 {
		t.Errorf("%d survivors are open, want one", open)
	}
	wantRow := []string{"p", "8", "1", "1", "3", "1", "1", "1", "75.0%", "0.8"}
	if row := strings.Fields(strings.Split(out.String(), "\n")[2]); !slices.Equal(row, wantRow) {
		t.Errorf("the row is %q, want %q", row, wantRow)
	}
	for _, want := range []string{"id-open  p/p.go:3\np/p.go open\n\n", "\tequivalent: nobody looks\n", "\tperformance: it is slower\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report does not contain %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "id-k") {
		t.Errorf("the report shows what was killed:\n%s", out.String())
	}
	if got := stale([]string{"p"}, chosen, why); !slices.Equal(got, []string{"p/p.go gone"}) {
		t.Errorf("stale are %q", got)
	}
}

func TestResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bin", "results.jsonl")
	if none, err := read(file); err != nil || len(none) != 0 {
		t.Errorf("a file that is not there holds %v, %v", none, err)
	}
	for _, verdict := range []string{survived, killed} {
		if err := add(file, Result{Mutant: Mutant{Key: "k", ID: "1"}, Verdict: verdict}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := read(file)
	if err != nil || len(got) != 1 || got["k"].Verdict != killed {
		t.Errorf("%v, %v, want the later verdict", got, err)
	}
}
