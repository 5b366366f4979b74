package lab

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims"
)

// plantedLab in the environment of the tool replaces the experiments by those
// below.
const plantedLab = "SKUA_TEST_LAB"

// plantedExperiments end in all the ways there are. Those that wait do so after
// their first case, if there is no file of the name that plantedLab holds.
func plantedExperiments() []lab.Experiment {
	wait := func(ctx context.Context) error {
		if _, err := os.Stat(os.Getenv(plantedLab)); err != nil {
			<-ctx.Done()
		}
		return ctx.Err()
	}
	plant := func(id string, v lab.Verdict, last func(context.Context) error) lab.Experiment {
		return lab.Experiment{
			ID: id, Source: "[HS02] Section 1", Claim: "The claim of " + id + ".",
			Params: []lab.Param{{Name: "cases", Doc: "how many", Quick: []int{3}, Full: []int{5}}},
			Run: func(ctx context.Context, r *lab.Runner) error {
				r.Expect(r.Int("cases"))
				for i := range r.Int("cases") {
					err := r.Case(ctx, lab.Row{"i": i}, func() ([]lab.Row, error) {
						var err error
						if i > 0 {
							err = last(ctx)
						}
						return []lab.Row{{"x": i * i}}, err
					})
					if err != nil {
						return err
					}
				}
				return nil
			},
			Judge: func(t *lab.Table) lab.Finding {
				return lab.Finding{Verdict: v, Reason: "The reason of " + id + "."}
			},
			Plot: func(t *lab.Table) []lab.Figure {
				return []lab.Figure{{Title: "Squares", X: "i", Y: "x", Kind: lab.Lines,
					Series: []lab.Series{{X: t.Floats("i"), Y: t.Floats("x")}}}}
			},
		}
	}
	return []lab.Experiment{
		plant("yes", lab.Confirmed, func(context.Context) error { return nil }),
		plant("no", lab.Refuted, func(context.Context) error { return nil }),
		plant("fails", lab.Confirmed, func(context.Context) error { return errors.New("planted failure") }),
		plant("panics", lab.Confirmed, func(context.Context) error { panic("planted panic") }),
		plant("waits", lab.Inconclusive, wait),
		plant("deaf", lab.Confirmed, func(context.Context) error { return wait(context.Background()) }),
	}
}

// runLab runs `skua lab args...` with the planted experiments.
func runLab(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Setenv(plantedLab, filepath.Join(t.TempDir(), "go"))
	return tooltest.Run(t, "", append([]string{"lab"}, args...)...)
}

func TestLabList(t *testing.T) {
	code, stdout, stderr := tooltest.Run(t, "", "lab", "list")
	if code != exit.OK || stderr != "" {
		t.Fatalf("exit code %d, stderr %q", code, stderr)
	}
	items := tooltest.Document[[]item](t, "lab", "list")
	all := claims.All()
	if len(items) != len(all) {
		t.Fatalf("%d items, want %d", len(items), len(all))
	}
	words := strings.Join(strings.Fields(stdout), " ")
	for i, e := range all {
		if items[i] != (item{e.ID, e.Source, e.Claim}) {
			t.Errorf("item %d is %+v, want that of %s", i, items[i], e.ID)
		}
		if !strings.Contains(stdout, e.ID+"  "+e.Source+"\n    ") || !strings.Contains(words, e.Source+" "+e.Claim) {
			t.Errorf("%s is not in the list", e.ID)
		}
	}
	for line := range strings.Lines(stdout) {
		if strings.HasPrefix(line, " ") && utf8.RuneCountInString(line) > 81 {
			t.Errorf("a line of %d columns: %q", utf8.RuneCountInString(line), line)
		}
	}
}

// TestLabRun_real takes one experiment of the laboratory from the command to the
// report.
func TestLabRun_real(t *testing.T) {
	dir, id := t.TempDir(), expect.Size("space", "space", "overheads")
	code, stdout, stderr := tooltest.Run(t, "", "lab", "run", id, "--out", dir)
	if code != exit.OK {
		t.Fatalf("exit code %d, stderr %q", code, stderr)
	}
	res, err := lab.ReadResult(dir, id)
	if err != nil {
		t.Fatal(err)
	}
	if f := strings.Fields(stdout); f[0] != string(res.Finding.Verdict) || f[1] != id || !strings.Contains(stdout, res.Finding.Reason) {
		t.Errorf("stdout is %q, want the finding %+v", stdout, res.Finding)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil || !strings.Contains(string(page), "<svg") {
		t.Errorf("the page has no figure, %v", err)
	}
}

func TestLabRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	code, stdout, stderr := runLab(t, "run", "no", "yes", "--out", dir)
	want := "confirmed     yes     The reason of yes.\nrefuted       no      The reason of no.\n"
	if code != exit.OK || stdout != want {
		t.Errorf("exit code %d, stdout %q, stderr %q, want %d and %q", code, stdout, stderr, exit.OK, want)
	}
	if !strings.Contains(stderr, "[1/2] yes") || !strings.Contains(stderr, "[2/2] no") || !strings.Contains(stderr, "report.html") {
		t.Errorf("stderr is %q, want the progress and the report", stderr)
	}
	// Again: judged, not measured; and the report has what was there before.
	code, stdout, stderr = runLab(t, "run", "yes", "--out", dir)
	if code != exit.OK || !strings.Contains(stderr, "yes: cases saved before: 3") || !strings.Contains(stdout, "confirmed") {
		t.Errorf("again: exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil || !strings.Contains(string(page), "The reason of no.") || !strings.Contains(string(page), "The reason of yes.") {
		t.Errorf("the page has not both results, %v", err)
	}
	// Other settings are refused before anything runs, and --fresh takes them.
	code, stdout, stderr = runLab(t, "run", "fails", "yes", "--full", "--out", dir)
	if code != exit.NotStarted || stdout != "" || !strings.Contains(stderr, "quick true there, false here; --fresh") {
		t.Errorf("other settings: exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if code, _, stderr = runLab(t, "run", "yes", "--full", "--fresh", "--seed", "9", "--out", dir); code != exit.OK {
		t.Errorf("fresh: exit code %d, stderr %q", code, stderr)
	}
	if res, err := lab.ReadResult(dir, "yes"); err != nil || res.Settings.Quick || res.Settings.Seed != 9 || res.Cases != 5 {
		t.Errorf("the fresh result is %+v, %v", res, err)
	}
}

type documentRead struct {
	SchemaVersion int `json:"schema_version"`
	Results       []lab.Result
	Errors        []failed
	Interrupted   bool
}

func parseLab(t *testing.T, text string) (doc documentRead) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return doc
}

// TestLabRun_failures: what fails and what panics is told, and the others run.
func TestLabRun_failures(t *testing.T) {
	dir := t.TempDir()
	code, stdout, stderr := runLab(t, "run", "panics", "fails", "no", "--json", "--out", dir)
	if code != exit.Failed || !strings.Contains(stderr, "skua: lab run: 2 of 3 experiments failed") ||
		!strings.Contains(stderr, "skua: lab: fails: i=1: planted failure") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
	doc := parseLab(t, stdout)
	if doc.SchemaVersion != schemaVersion || len(doc.Results) != 1 || doc.Results[0].Finding.Verdict != lab.Refuted || doc.Interrupted {
		t.Errorf("stdout is %s", stdout)
	}
	if e := doc.Errors; len(e) != 2 || e[0].ID != "fails" || !strings.HasPrefix(e[1].Error, "panic: planted panic") {
		t.Errorf("the errors are %+v", e)
	}
	if code, stdout, _ = runLab(t, "run", "fails", "--out", t.TempDir()); code != exit.Failed || stdout != "" {
		t.Errorf("only a failure: exit code %d, stdout %q", code, stdout)
	}
}

func TestLabRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"frob", exit.Usage, "frob"},
		{"list x", exit.Usage, "x"},
		{"run", exit.Usage, "name experiments, or all"},
		{"run yes nope", exit.Usage, `unknown experiment "nope": want all, or some of yes, no, fails`},
		{"run yes --quick --full", exit.Usage, "quick full"},
		{"run yes --seed -1", exit.Usage, "seed"},
		{"run yes --out=", exit.NotStarted, "--out is empty"},
		{"run yes --out " + file, exit.NotStarted, "file"},
		{"report", exit.Usage, "accepts 1 arg"},
		{"report " + filepath.Dir(file), exit.NotStarted, "no results"},
		{"report " + file + "x", exit.NotStarted, "no such file"},
	} {
		code, stdout, stderr := runLab(t, strings.Fields(c.args)...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("skua lab %s: exit code %d, stdout %q, stderr %q, want %d and %q", c.args, code, stdout, stderr, c.code, c.want)
		}
	}
}

// TestLab_patterns has directories whose names are patterns, beside others that they
// match.
func TestLab_patterns(t *testing.T) {
	base := t.TempDir()
	for _, name := range []string{"y[1", "x[1]", "x1", `back\slash`, "la*", "lab"} {
		dir := filepath.Join(base, name)
		id := "yes"
		if name == "x1" || name == "lab" {
			id = "no"
		}
		if code, _, stderr := runLab(t, "run", id, "--out", dir); code != exit.OK {
			t.Errorf("%s: exit code %d, stderr %q", name, code, stderr)
		}
	}
	for _, name := range []string{"y[1", "x[1]", `back\slash`, "la*"} {
		dir := filepath.Join(base, name)
		code, _, stderr := runLab(t, "report", dir)
		page, _ := os.ReadFile(filepath.Join(dir, "report.md"))
		if code != exit.OK || !strings.Contains(string(page), "The claim of yes.") || strings.Contains(string(page), "The claim of no.") {
			t.Errorf("%s: exit code %d, stderr %q, report %q", name, code, stderr, page)
		}
	}
	if code, _, stderr := runLab(t, "report", filepath.Join(base, "x?")); code != exit.NotStarted {
		t.Errorf("a pattern that is no directory: exit code %d, stderr %q", code, stderr)
	}
}

// TestLabReport_emptied takes the samples from beside a result.
func TestLabReport_emptied(t *testing.T) {
	dir := t.TempDir()
	if code, _, stderr := runLab(t, "run", "yes", "--out", dir); code != exit.OK {
		t.Fatalf("exit code %d, stderr %q", code, stderr)
	}
	name := filepath.Join(dir, "yes.csv")
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := runLab(t, "report", dir); code != exit.NotStarted || !strings.Contains(stderr, name) {
		t.Errorf("exit code %d, stderr %q; want the name of the file", code, stderr)
	}
}

func TestLabReport(t *testing.T) {
	dir := t.TempDir()
	if code, _, stderr := runLab(t, "run", "yes", "--out", dir); code != exit.OK {
		t.Fatalf("exit code %d, stderr %q", code, stderr)
	}
	names := []string{filepath.Join(dir, "report.html"), filepath.Join(dir, "report.md")}
	for _, name := range names {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	code, stdout, stderr := runLab(t, "report", dir)
	if code != exit.OK || stderr != "" || !slices.Equal(strings.Fields(stdout), names) {
		t.Errorf("exit code %d, stdout %q, stderr %q, want %q", code, stdout, stderr, names)
	}
	for _, name := range names {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), "The claim of yes.") {
			t.Errorf("%s: %v, %q", name, err, text)
		}
	}
}
