package claims

import (
	"strings"
	"testing"
)

// TestExperimentsAreComplete wants of every experiment what a reader of the report
// needs.
func TestExperimentsAreComplete(t *testing.T) {
	ids := map[string]bool{}
	for _, e := range All() {
		if ids[e.ID] || e.ID == "all" || strings.Trim(e.ID, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || e.ID == "" {
			t.Errorf("the id %q is taken, or not of small letters, digits and hyphens", e.ID)
		}
		ids[e.ID] = true
		for name, sentence := range map[string]string{
			"claim": e.Claim, "how": e.How, "what confirms": e.Confirms, "what refutes": e.Refutes,
		} {
			if !strings.HasSuffix(sentence, ".") {
				t.Errorf("%s: %s is %q, want a sentence", e.ID, name, sentence)
			}
		}
		if !strings.HasPrefix(e.Source, "[") {
			t.Errorf("%s: the source %q does not begin with a key of docs/papers.md", e.ID, e.Source)
		}
		for _, p := range e.Params {
			if p.Name == "" || p.Doc == "" || len(p.Quick) == 0 || len(p.Full) == 0 {
				t.Errorf("%s: the parameter %q wants a doc, and values for a quick and a full run", e.ID, p.Name)
			}
		}
		if e.Run == nil || e.Judge == nil || e.Plot == nil {
			t.Errorf("%s: want all three functions", e.ID)
		}
	}
}
