package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// A vocabulary is a table of docs/terms.md, for the packages in which its words have
// these meanings.
type vocabulary struct {
	heading string // of the section
	in      func(dir string) bool
}

// vocabularies are the tables of docs/terms.md, by the heading above each.
var vocabularies = []vocabulary{
	{"# Terms", isProduct},
	{"## Words of this implementation", isProduct},
	{"## Words of the cluster", func(dir string) bool { return within(dir, "cluster") }},
	{"## Words of the tool's batches", func(dir string) bool { return within(dir, "cmd/internal") }},
}

// isProduct reports whether programs that use skua run the package at dir: it is on a floor
// below the laboratory, and not the cluster's.
func isProduct(dir string) bool {
	lab, _, _ := floorOf("lab/gauge") // the lowest of the laboratory
	floor, _, ok := floorOf(dir)
	return ok && floor < lab && !within(dir, "cluster")
}

// otherwise lists exported names with a word of the right column, by the section whose
// table has that word, and why they are called so all the same.
var otherwise = map[string]map[string]string{
	"# Terms": {
		"Idle":    "Scope.Idle: a scope without tasks, not a worker",
		"GroupBy": "par.GroupBy: the name that other libraries have for it",
		"Job":     "the scheduler's run, where Run is a verb",
		"NewJob":  "as Job",
	},
	"## Words of this implementation": {
		"Helper": "of testing.T",
		"Local":  "par.Local: as local variables are, and not a frame that is not public",
	},
	"## Words of the tool's batches": {
		"Job":    "one call of skua hash, which is no batch",
		"NewJob": "as Job",
		"Fresh":  "a joblog that begins anew: no output",
	},
}

// A term is one row of a table.
type term struct {
	words, not []string
	line       int
}

// termsUnder returns the rows of the table below a heading, and complaints of rows that
// have no three columns.
func termsUnder(text, heading string) (rows []term, complaints []string) {
	in := false
	for k, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
			in = line == heading
		case !in || !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| word |"):
		default:
			cells := strings.Split(strings.Trim(line, "| "), " | ")
			if len(cells) != 3 {
				complaints = append(complaints, fmt.Sprintf("docs/terms.md:%d: a row without three columns", k+1))
				continue
			}
			rows = append(rows, term{strings.Split(cells[0], ", "), strings.Split(cells[2], ", "), k + 1})
		}
	}
	return rows, complaints
}

// wordsOf splits text and names into words in lower case, each after a space: NewFuncErr is
// " new func err".
func wordsOf(text string) string {
	var b strings.Builder
	last := ' '
	runes := []rune(text)
	for k, r := range runes {
		letter := unicode.IsLetter(r)
		begins := letter && (!unicode.IsLetter(last) || unicode.IsUpper(r) && (unicode.IsLower(last) || k+1 < len(runes) && unicode.IsLower(runes[k+1])))
		if begins {
			b.WriteByte(' ')
		}
		if letter {
			b.WriteRune(unicode.ToLower(r))
		}
		last = r
	}
	return b.String()
}

// saidIn returns all words of the names and comments of the production files in the
// packages of v.
func (v vocabulary) saidIn(t *tree) string {
	var b strings.Builder
	for _, s := range t.production() {
		if !v.in(s.dir()) {
			continue
		}
		for _, group := range s.ast.Comments {
			b.WriteString(wordsOf(group.Text()))
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				b.WriteString(wordsOf(id.Name))
			}
			return true
		})
	}
	return b.String()
}

// exportedIn returns where each exported name of the packages of v is declared: names of
// the package, methods, and fields of its types.
func (v vocabulary) exportedIn(t *tree) map[string]string {
	out := map[string]string{}
	add := func(id *ast.Ident) {
		if id.IsExported() {
			out[id.Name] = t.line(id.Pos())
		}
	}
	for _, s := range t.production() {
		if !v.in(s.dir()) {
			continue
		}
		for _, d := range s.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				add(d.Name)
			case *ast.GenDecl:
				ast.Inspect(d, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.FuncType, *ast.FuncLit:
						return false
					case *ast.TypeSpec:
						add(n.Name)
					case *ast.ValueSpec:
						for _, id := range n.Names {
							add(id)
						}
					case *ast.Field:
						for _, id := range n.Names {
							add(id)
						}
					}
					return true
				})
			}
		}
	}
	return out
}

// misnamed complains of terms that are defined twice or that no code uses, of exported
// names with a word that is not used for its concept, and of exceptions without need.
func misnamed(t *tree, tables []vocabulary, except map[string]map[string]string) []string {
	var out []string
	for _, v := range tables {
		rows, complaints := termsUnder(t.texts["docs/terms.md"], v.heading)
		out = append(out, complaints...)
		if len(rows) == 0 {
			out = append(out, fmt.Sprintf("docs/terms.md: no table under %q", v.heading))
			continue
		}
		said, names, needed := v.saidIn(t), v.exportedIn(t), map[string]bool{}
		for _, row := range rows {
			for _, word := range row.words {
				if !strings.Contains(said, wordsOf(word)) {
					out = append(out, fmt.Sprintf("docs/terms.md:%d: no name and no comment has the word %q", row.line, word))
				}
			}
			for _, word := range row.not {
				for _, name := range slices.Sorted(maps.Keys(names)) {
					if !strings.Contains(wordsOf(name)+" ", wordsOf(word)+" ") {
						continue
					}
					needed[name] = true
					if except[v.heading][name] == "" {
						out = append(out, fmt.Sprintf("%s: %s: docs/terms.md:%d says not to use %q", names[name], name, row.line, word))
					}
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(except[v.heading])) {
			if !needed[name] {
				out = append(out, fmt.Sprintf("verify/arch/terms_test.go: the exception %s under %q is not needed", name, v.heading))
			}
		}
	}
	return out
}

func TestTermsAreUsed(t *testing.T) { none(t, misnamed(repo(t), vocabularies, otherwise)) }

func TestControlTerms(t *testing.T) {
	everywhere := func(string) bool { return true }
	r := planted(t,
		"docs/terms.md", `# Terms

| word | for | not |
|---|---|---|
| task | a unit of work | job, work item |
| latch, hand over | a one-shot event; pass it on | future |
| gate | a word

## More

| word | for | not |
|---|---|---|
| worker | runs tasks | thread |
`,
		"a.go", `package skua
// A worker hands a task over; it does not hand over all.
type WorkItem struct{ TheJob int; job int }
func (w WorkItem) Futures() {}
func Threaded() { type Job int }
type Jobs int
var NewJob, OldJob = func(Job int) {}, 1
`,
		"a_test.go", "package skua\ntype Job int\n",
	)
	tables := []vocabulary{{"# Terms", everywhere}, {"## More", everywhere}, {"## Gone", everywhere}}
	exactly(t, misnamed(r, tables, map[string]map[string]string{"# Terms": {"OldJob": "older", "Future": "gone"}}),
		"terms.md:7: a row without three columns",
		`a.go:7: NewJob: docs/terms.md:5 says not to use "job"`,
		`a.go:3: TheJob: docs/terms.md:5 says not to use "job"`,
		`a.go:3: WorkItem: docs/terms.md:5 says not to use "work item"`,
		`terms.md:6: no name and no comment has the word "latch"`,
		"the exception Future",
		`no table under "## Gone"`,
	)
	if got := wordsOf("NewFuncErr, HTTPServer of age"); got != " new func err http server of age" {
		t.Errorf("words: got %q", got)
	}
}
