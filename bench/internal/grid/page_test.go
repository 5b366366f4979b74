package grid

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// found is a run with a cell of each verdict.
func found() *Run {
	return &Run{
		Machine: gauge.Machine{CPU: "Abacus 4", Cores: 2, OS: "linux", Arch: "amd64", Go: "go1.26.8", Commit: "abc", Load: "0.1 0.2 0.3"},
		Date:    time.Date(2026, 11, 30, 13, 0, 0, 0, time.UTC), Command: "go run ./bench grid", Took: "10m0s",
		Limit: 200 * time.Millisecond, After: "1.1 1.2 1.3",
		Cells: []Cell{
			{"For", 1, 1, 0, 140, 2.5, 3, 0, 101},
			{"For", 1, 1, 10, 1400, 800, 25, 0, 101},
			{"For", 2, 1000, 100_000, 5e7, 1e8, 1e8, 5e7, 7},
			{"For", 2, 1000, 10_000, 1e7, 1e7, 1e7, 5e6, 7},
			{"Sum", 1, 1, 1000, 9000, 300.4, 299.5, 0, 12},
			{"Sum", 2, 1, 10_000_000, 5e6, 5e6, 5e6, 4e6, 7},
		},
	}
}

func TestSaveAndLoad(t *testing.T) {
	name := filepath.Join(t.TempDir(), "grid.tsv")
	r := found()
	if err := r.Save(name); err != nil {
		t.Fatal(err)
	}
	again, err := Load(name)
	if err != nil || !reflect.DeepEqual(r, again) {
		t.Errorf("loaded %+v, %v; want %+v", again, err, r)
	}
}

func TestLoad_damaged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "grid.tsv")
	if err := found().Save(name); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string][2]string{
		"no first line":    {"# {", "{"},
		"no JSON":          {"# {", "# "},
		"another column":   {"halves_ns", "thirds_ns"},
		"a column missing": {"For\t1\t1\t0\t", "For\t1\t1\t"},
		"no number":        {"For\t1\t1\t0\t", "For\t1\t1\tnone\t"},
		"no time":          {"\t140\t", "\tlong\t"},
	} {
		damaged := strings.Replace(string(text), change[0], change[1], 1)
		if damaged == string(text) {
			t.Fatalf("%s: nothing to replace", what)
		}
		if err := os.WriteFile(name, []byte(damaged), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(name); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error for a file that is not there")
	}
}

// TestPage: where the numbers come from, how many are red, of which kind, and the pictures.
func TestPage(t *testing.T) {
	root := t.TempDir()
	docs := filepath.Join(root, "bench", "docs")
	if err := os.MkdirAll(docs, 0o755); err != nil {
		t.Fatal(err)
	}
	now := found()
	now.Cells, now.Quick = now.Cells[:3], true
	if err := Publish(root, []*Run{found(), now}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(docs, "grid.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Abacus 4", "at commit abc", "`go run ./bench grid` on 30 November 2026, 13:00 UTC", "a load of 0.1 0.2 0.3 before and 1.1 1.2 1.3",
		"A whole run", "A quick run", "than 200ms are left out: 84 of 90. **3 of 6 are red.**", "![par beside", "(grid-before.svg)", "(grid-now.tsv)",
		"before: slower, one worker", "now: slower, one worker",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	for _, want := range []string{"| For 1 0 1 0 1 0 0 0 |", "| Sum 1 0 0 1 |", "| all 2 0 1 1 1 0 0 0 |"} {
		flat := strings.Join(strings.Fields(strings.ReplaceAll(string(page), " |", "")), " ")
		if want = strings.Trim(want, "| "); !strings.Contains(flat, want) {
			t.Errorf("the table does not have %q", want)
		}
	}
	for _, name := range []string{"grid-before.svg", "grid-now.svg"} {
		svg, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil || !bytes.HasPrefix(svg, []byte("<svg xmlns")) || !bytes.Contains(svg, []byte("of 6 cells are red</title>")) && name == "grid-before.svg" {
			t.Errorf("%s: %.80q, %v", name, svg, err)
		}
	}
}

// TestPublished: the page and the pictures of the repository are those of the files beside them.
func TestPublished(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	files, err := filepath.Glob(filepath.Join(docs, "grid-*.tsv"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	var runs []*Run
	for i := range files { // before, then now
		r, err := Load(filepath.Join(docs, file(i)))
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
		svg, err := SVG(r)
		if err != nil {
			t.Fatal(err)
		}
		same(t, filepath.Join(docs, picture(i)), string(svg))
	}
	same(t, filepath.Join(docs, "grid.md"), Page(runs))
}

func same(t *testing.T, name, want string) {
	t.Helper()
	if text, err := os.ReadFile(name); err != nil || string(text) != want {
		t.Errorf("%s is not what go run ./bench grid report writes (%v)", name, err)
	}
}

// TestSVG_colours: each verdict has its colour, and what was not measured none.
func TestSVG_colours(t *testing.T) {
	h := heatOf(found())
	columns, rows := h.Dims()
	seen := map[float64]int{}
	for c := range columns {
		for r := range rows {
			if z := h.Z(c, r); z == z {
				seen[z]++
			}
		}
	}
	want := map[float64]int{float64(Kept): 1, float64(Slower): 1, float64(gains): 1, float64(Idle): 1, float64(Twice): 1, float64(Unknown): 1}
	if columns != 72 || rows != 2 || !reflect.DeepEqual(seen, want) {
		t.Errorf("%d columns, %d rows, verdicts %v; want 72, 2, %v", columns, rows, seen, want)
	}
}
