package arch

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxColumns is how long a line of a comment may be. Paragraphs end at 100 columns; a
// table may need some more.
const maxColumns = 110

// riddles are phrases that only a reader understands who knows the answer, each with what
// to write instead.
var riddles = []struct {
	phrase  *regexp.Regexp
	instead string
}{
	{words(`by and by`), "gradually"},
	{words(`in vain`), "needlessly, without a find"},
	{words(`lest`), "so that … not"},
	{words(`for keeps`), "stable"},
	{words(`so many as`), "at most n"},
	{words(`as far as is known`), "by the estimate, by the latest entry"},
	{words(`dear(er|est)?`), "expensive"},
}

// words matches a phrase as whole words, in upper or lower case.
func words(phrase string) *regexp.Regexp { return regexp.MustCompile(`(?i)\b` + phrase + `\b`) }

// overlong complains of lines that are comments and longer than maxColumns, a tab being four.
// Directives and the output of examples are as long as they must be.
func overlong(t *tree) ([]string, error) {
	var out []string
	for _, s := range t.files {
		data, err := fs.ReadFile(t.fsys, s.path)
		if err != nil {
			return nil, err
		}
		output := false
		for k, line := range strings.Split(string(data), "\n") {
			text := strings.TrimLeft(line, "\t")
			comment := strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "//go:")
			output = comment && (output || strings.HasPrefix(text, "// Output:") || strings.HasPrefix(text, "// Unordered output:"))
			n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if comment && !output && n > maxColumns {
				out = append(out, fmt.Sprintf("%s:%d: a comment of %d columns; re-flow its paragraph to 100", s.path, k+1, n))
			}
		}
	}
	return out, nil
}

// riddling complains of riddles in comments and documents. A phrase may go over two lines.
func riddling(t *tree) []string {
	var out []string
	for _, s := range t.files {
		for _, group := range s.ast.Comments {
			for _, r := range riddles {
				if found := r.phrase.FindString(strings.Join(strings.Fields(group.Text()), " ")); found != "" {
					out = append(out, fmt.Sprintf("%s: %q in a comment: write %s", t.line(group.Pos()), found, r.instead))
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.texts)) {
		for _, r := range riddles {
			if found := r.phrase.FindString(strings.Join(strings.Fields(t.texts[name]), " ")); found != "" {
				out = append(out, fmt.Sprintf("%s: has %q: write %s", name, found, r.instead))
			}
		}
	}
	return out
}

func TestCommentsAreNotLong(t *testing.T) {
	complaints, err := overlong(repo(t))
	if err != nil {
		t.Fatal(err)
	}
	none(t, complaints)
}

func TestProseIsPlain(t *testing.T) { none(t, riddling(repo(t))) }

func TestControlProse(t *testing.T) {
	r := planted(t,
		"a.go", "package skua\n\n"+
			"// "+strings.Repeat("ö", maxColumns-3)+"\n"+
			"// "+strings.Repeat("x", maxColumns-2)+"\n"+
			"func f() {\n"+
			"\t// "+strings.Repeat("x", maxColumns-6)+"\n"+
			"\tg() // which is dearer, "+strings.Repeat("x", maxColumns)+"\n"+
			"}\n\n"+
			"//go:generate "+strings.Repeat("x", maxColumns)+"\n\n"+
			"// They wait in\n// vain: dearth is no riddle.\nvar x = \"lest\" + `\n by and by`\n",
		"a_test.go", "package skua\n\nfunc ExampleF() {\n"+
			"\t// Output:\n\t// "+strings.Repeat("x", maxColumns)+"\n}\n\n"+
			"// "+strings.Repeat("x", maxColumns)+"\n",
		"docs/a.md", "Stable for\nkeeps.\n",
		"docs/b.md", "Fine.\n",
	)
	complaints, err := overlong(r)
	if err != nil {
		t.Fatal(err)
	}
	exactly(t, complaints, "a.go:4: a comment of 111", "a.go:6: a comment of 111", "a_test.go:8: a comment of 113")
	exactly(t, riddling(r), `a.go:7: "dearer"`, `a.go:12: "in vain"`, `docs/a.md: has "for keeps"`)
}
