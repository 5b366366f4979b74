package drive

import (
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/lab/gauge"
)

// found is a run of the named cases on a machine, n minutes after 1970 began.
func found(n int, cpu string, ids ...string) *Results {
	r := &Results{Machine: gauge.Machine{CPU: cpu, Cores: 2, OS: "linux 6.1", Arch: "amd64"}, Workers: 2,
		Date: time.Unix(int64(60*n), 0).UTC(), Command: "bench run"}
	for _, id := range ids {
		r.Add(CaseResult{ID: id, Question: cpu}, time.Minute)
	}
	return r
}

func TestMergeKeepsTheOrigins(t *testing.T) {
	all := cases.All()
	first, second, third := all[0].ID, all[1].ID, all[2].ID
	r, later := found(1, "Abacus 3", first, third), found(9, "Abacus 3", second, third)
	later.Machine.OS = "linux 6.2" // another kernel is another run, not another machine
	if err := r.Merge(later); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range r.Cases {
		got = append(got, c.ID)
		if apart, want := !r.From(c).Same(r.Origin()), c.ID != first; apart != want {
			t.Errorf("case %s is from another run: %v, want %v", c.ID, apart, want)
		}
	}
	if strings.Join(got, " ") != strings.Join([]string{first, second, third}, " ") {
		t.Errorf("merged: %v, want three cases in order", got)
	}
}

// TestOtherMachinesAreRefused wants no numbers from elsewhere beside a run's own, and the run as it was.
func TestOtherMachinesAreRefused(t *testing.T) {
	one, other := cases.All()[0].ID, cases.All()[1].ID
	for what, change := range map[string]func(r *Results){
		"processor": func(r *Results) { r.Machine.CPU = "Abacus 4" },
		"cores":     func(r *Results) { r.Machine.Cores = 4 },
		"system":    func(r *Results) { r.Machine.OS = "plan9" },
		"workers":   func(r *Results) { r.Workers = 4 },
		"size":      func(r *Results) { r.Full = true },
	} {
		r, later := found(1, "Abacus 3", one), found(9, "Abacus 3")
		change(later)
		later.Add(CaseResult{ID: other}, time.Minute)
		if err := r.Merge(later); err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), other) {
			t.Errorf("another %s: error %v, want one that names it and the case %s", what, err, other)
		}
		if len(r.Cases) != 1 {
			t.Errorf("another %s: the run has %d cases after it, want its own", what, len(r.Cases))
		}
		r.Cases = append(r.Cases, later.Cases...) // as by hand, in the file
		if r.Comparable() == nil {
			t.Errorf("a case of another %s was put into the file: want an error", what)
		}
	}
}

// TestOldFilesSayNothingOfTheirCases: their cases are from the run of the file.
func TestOldFilesSayNothingOfTheirCases(t *testing.T) {
	id := cases.All()[0].ID
	r, old := found(1, "Abacus 3"), found(9, "Abacus 4")
	old.Cases = []CaseResult{{ID: id}}
	if err := old.Comparable(); err != nil {
		t.Errorf("a case without an origin: %v", err)
	}
	if err := r.Merge(old); err == nil {
		t.Error("an old file of another machine was merged")
	}
}
