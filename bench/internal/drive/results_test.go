package drive

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
)

// TestResume takes over what the same program found with the same settings, adds to
// it in the order of all cases, and leaves what another one found.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.json")
	second, first := cases.All()[1].ID, cases.All()[0].ID
	old := &Results{Workers: 2, Rounds: 3, Date: time.Unix(1, 0).UTC()}
	old.Machine.Commit = "abc"
	old.Add(CaseResult{ID: second}, time.Minute)
	if err := old.Save(path); err != nil {
		t.Fatal(err)
	}
	next := &Results{Workers: 2, Rounds: 3}
	next.Machine.Commit = "abc"
	next.Resume(path)
	if !next.Has(second) || next.Has(first) || !next.Date.Equal(old.Date) {
		t.Fatalf("resumed: %+v", next)
	}
	next.Add(CaseResult{ID: first}, time.Minute)
	if next.Cases[0].ID != first || next.Took != "2m0s" {
		t.Errorf("after another case: %+v", next)
	}
	for name, change := range map[string]func(r *Results){
		"commit":  func(r *Results) { r.Machine.Commit = "def" },
		"workers": func(r *Results) { r.Workers = 3 },
		"rounds":  func(r *Results) { r.Rounds = 4 },
		"size":    func(r *Results) { r.Full = true },
		"machine": func(r *Results) { r.Machine.CPU = "Abacus 4" },
	} {
		other := &Results{Workers: 2, Rounds: 3}
		other.Machine.Commit = "abc"
		if change(other); other.Has(second) {
			t.Fatal(name)
		}
		if other.Resume(path); other.Has(second) {
			t.Errorf("took over a run of another %s", name)
		}
	}
}
