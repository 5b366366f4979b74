package claims

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/lab"
)

const experimentDocs = "../docs/"

var (
	testsIn     = regexp.MustCompile("((?:Test\\w+(?:, | and )?)+) in `([^`]+_test\\.go)`")
	experiments = regexp.MustCompile("experiments? ((?:`[a-z-]+`(?:, | and )?)+)")
	word        = regexp.MustCompile(`[\w-]+`)
)

// lost says which tests and experiments a line of the checklist names that are not
// there. A line that points at nothing must say why not.
func lost(line string, read func(file string) string, known func(id string) bool) (out []string) {
	for _, m := range testsIn.FindAllStringSubmatch(line, -1) {
		source := read(m[2])
		for _, name := range word.FindAllString(m[1], -1) {
			if name != "and" && !strings.Contains(source, "func "+name+"(") {
				out = append(out, name+" is not in "+m[2])
			}
		}
	}
	for _, m := range experiments.FindAllStringSubmatch(line, -1) {
		for _, id := range word.FindAllString(m[1], -1) {
			if id != "and" && !known(id) {
				out = append(out, "no experiment "+id)
			}
		}
	}
	return out
}

func inRegistry(id string) bool {
	return slices.ContainsFunc(All(), func(e lab.Experiment) bool { return e.ID == id })
}

// TestChecklist wants what the checklist of the sources points at to exist.
func TestChecklist(t *testing.T) {
	rows := 0
	for line := range strings.Lines(read(t, experimentDocs+"checklist.md")) {
		for _, problem := range lost(line, func(file string) string { return read(t, "../../"+file) }, inRegistry) {
			t.Errorf("%s\n\tin %s", problem, line)
		}
		if strings.HasPrefix(line, "| ") {
			rows++
		}
	}
	if rows < 70 {
		t.Errorf("the checklist has %d rows", rows)
	}
}

// TestChecklist_control plants pointers that lead nowhere.
func TestChecklist_control(t *testing.T) {
	read := func(string) string { return "func TestA(t *testing.T)\nfunc TestB(t *testing.T)" }
	line := "| x | TestA, TestGone and TestB in `a_test.go`; experiments `cas`, `gone` and `away` |"
	want := []string{"TestGone is not in a_test.go", "no experiment gone", "no experiment away"}
	if got := lost(line, read, func(id string) bool { return id == "cas" }); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// TestExperimentsAreIndexed wants a row for each experiment in the index of its
// pages.
func TestExperimentsAreIndexed(t *testing.T) {
	index, err := os.ReadFile(experimentDocs + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range All() {
		if !strings.Contains(string(index), "| ["+e.ID+"]("+e.ID+".md)") && !strings.Contains(string(index), "| "+e.ID+" |") {
			t.Errorf("%sREADME.md has no row for %s", experimentDocs, e.ID)
		}
	}
}
