package claims

import (
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/skua-go/skua/lab"
)

var (
	pageCommit  = regexp.MustCompile(`[Cc]ommit\s+[0-9a-f]{7,40}\b`)
	pageMachine = regexp.MustCompile(`\bcores\b|\bprocessors\b`)
	pageVerdict = regexp.MustCompile(`(?m)^\*\*(Confirmed|Refuted|Inconclusive)\b`)
)

// TestPages wants of each page its command, machine and commit, and a verdict that follows from
// the samples beside it by the rule of today.
func TestPages(t *testing.T) {
	for _, e := range All() {
		text, err := os.ReadFile(experimentDocs + e.ID + ".md")
		if errors.Is(err, fs.ErrNotExist) {
			continue // TestExperimentsAreIndexed wants a row that says so
		}
		page := string(text)
		verdict := pageVerdict.FindStringSubmatch(page)
		switch {
		case err != nil:
			t.Fatal(err)
		case verdict == nil || !strings.Contains(page, "skua lab run "+e.ID+" ") || !pageMachine.MatchString(page):
			t.Errorf("%s.md: want a verdict in bold, the command and the machine", e.ID)
		case !pageCommit.MatchString(page) || !strings.Contains(page, "("+e.ID+".csv.gz)"):
			t.Errorf("%s.md: want the commit, and a link to %s.csv.gz", e.ID, e.ID)
		default:
			res := lab.Result{Table: readSamples(t, e)}
			if err := res.Judge(e); err != nil || !strings.EqualFold(string(res.Finding.Verdict), verdict[1]) {
				t.Errorf("%s.md says %s, its samples %s (%s), %v", e.ID, verdict[1], res.Finding.Verdict, res.Finding.Reason, err)
			}
		}
	}
}

func samplesOf(e lab.Experiment) string { return experimentDocs + e.ID + ".csv.gz" }

func readSamples(t *testing.T, e lab.Experiment) *lab.Table {
	t.Helper()
	file, err := os.Open(samplesOf(e))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatalf("%s: %v", file.Name(), err)
	}
	table, err := lab.ReadCSV(text)
	if err != nil {
		t.Fatalf("%s: %v", file.Name(), err)
	}
	return table
}
