package claims

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
		if len(e.Kinds.Judged) == 0 {
			t.Errorf("%s: on which kinds of samples does the verdict rest?", e.ID)
		}
		for _, kind := range e.Kinds.Timed {
			if !slices.Contains(e.Kinds.Judged, kind) {
				t.Errorf("%s: the kind %q is timed and not judged", e.ID, kind)
			}
		}
		if e.Run == nil || e.Judge == nil || e.Plot == nil {
			t.Errorf("%s: want all three functions", e.ID)
		}
	}
}

var experimentVar = regexp.MustCompile(`(?m)^var ([A-Z]\w*) = (?:lab\.Experiment\{|Measured\()`)

// TestEveryExperimentIsTried wants each experiment of a folder to be in All, and its
// verdict to be checked by a trial.
func TestEveryExperimentIsTried(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	sources, tests := map[string]string{".": read(t, "claims.go")}, map[string]string{}
	for _, file := range files {
		of := sources
		if strings.HasSuffix(file, "_test.go") {
			of = tests
		}
		of[filepath.Dir(file)] += read(t, file)
	}
	found := 0
	for folder, source := range sources {
		for _, m := range experimentVar.FindAllStringSubmatch(source, -1) {
			found++
			if !strings.Contains(sources["."], "\t"+folder+"."+m[1]+",\n") {
				t.Errorf("%s.%s is not in All", folder, m[1])
			}
			if !strings.Contains(tests[folder], "}.Check(t, "+m[1]+")") {
				t.Errorf("%s.%s has no trial: write Test%s_verdict", folder, m[1], m[1])
			}
		}
	}
	if found != len(All()) {
		t.Errorf("the folders have %d experiments, All has %d", found, len(All()))
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
