package claims

import (
	"maps"
	"slices"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// canBeZero are the columns that judges read, and where all samples of a kind can be 0 with the
// claim still confirmed. It says why.
var canBeZero = map[string]map[string]string{
	"halve":        {"delay": "threads of a machine with nothing else to do wait for no processor"},
	"victims":      {"lost": "that a thief loses no race is the best that there can be; of a fixed victim in the simulation it refutes the claim"},
	"many-victims": {"failed": "that no compare-and-swap fails is the best that there can be; of a fixed victim it refutes the claim"},
	"sync-cost": {
		"exposures": "the claim is that one worker exposes nothing, and what two expose is in another column",
		"steals":    "the same",
	},
}

// TestDamagedSamples damages the samples of each page that confirms a claim. The claims of the
// other pages have samples made up by hand that confirm them, which their trials damage.
func TestDamagedSamples(t *testing.T) {
	const quick = 10_000 // rows, unless it is the night
	for _, e := range All() {
		t.Run(e.ID, func(t *testing.T) {
			t.Parallel()
			res := lab.Result{Table: readSamples(t, e)}
			if !expect.Night() && len(res.Table.Rows) > quick {
				return
			}
			if err := res.Judge(e); err != nil {
				t.Fatal(err)
			}
			if res.Finding.Verdict == lab.Confirmed {
				zeros := trial.Withstand(t, e, res.Table)
				if want := slices.Sorted(maps.Keys(canBeZero[e.ID])); !slices.Equal(slices.Sorted(slices.Values(zeros)), want) {
					t.Errorf("the claim stays confirmed with zeros in the columns %q, want %q", zeros, want)
				}
			}
		})
	}
}
