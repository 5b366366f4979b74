package arch

import (
	"fmt"
	"go/ast"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The ways in which a comment points at something else in the tree.
var (
	toFile = regexp.MustCompile(`(?:^|[^\w*./-])((?:[\w.-]+/)*[A-Za-z]\w*\.go)\b`)
	toPart = regexp.MustCompile(`(\bdoc\.go|\((?:internal|par|cluster)/[a-z/]+|\(deque|\(span), ([a-z][a-z -]*[a-z])`)
	toName = regexp.MustCompile(`(?:\bas in|[(:,;] see|\bSee) ([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:[.,;:)]|$)`)
	toTest = regexp.MustCompile(`\b(?:Test|Benchmark|Fuzz|Example)[A-Z]\w+`)
	toRule = regexp.MustCompile(`\([A-Z]\d(?:(?:, | and | to )[A-Z]\d)*\)`)

	// A rule is defined where it begins a line, or where its text follows a colon or a comma.
	rule   = regexp.MustCompile(`[A-Z]\d`)
	isRule = regexp.MustCompile(`(?m)(?:^\s*|: |, )([A-Z]\d)\s+[A-Za-z]`)
)

// elsewhere are files of other projects, and names that stand for a file of the reader.
var elsewhere = regexp.MustCompile(`^(nats|consumer|(\w+_)?[xX](_\w+)?)\.go$`)

// plain are words that follow "as in" and name no code.
var plain = []string{"C", "floats", "photographs", "tables"}

// dangling complains of comments that point at files, parts of a doc.go, names, tests or rules
// that are not there. Rules are those of the packages that live on atomics.
func dangling(t *tree) []string {
	var out []string
	for dir, files := range t.dirs {
		if dir == "verify/arch" {
			continue
		}
		p := pointers{t, dir, namesIn(files), rulesIn(files), slices.Contains(ordered, dir)}
		for _, s := range files {
			for _, group := range s.ast.Comments {
				for _, complaint := range p.wrong(group) {
					out = append(out, t.line(group.Pos())+": "+complaint)
				}
			}
		}
	}
	slices.Sort(out)
	return append(out, untested(t)...)
}

// untested complains of tests, benchmarks and examples that comments and documents name and
// that are not there. The beginning of a name stands for all that begin so.
func untested(t *tree) (out []string) {
	var there []string
	for _, s := range t.files {
		for _, d := range s.ast.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				there = append(there, f.Name.Name)
			}
		}
	}
	seek := func(at, text string) {
		for _, name := range toTest.FindAllString(text, -1) {
			if !slices.ContainsFunc(there, func(s string) bool { return strings.HasPrefix(s, name) }) {
				out = append(out, at+": there is no "+name)
			}
		}
	}
	eachComment(t, seek)
	for _, name := range slices.Sorted(maps.Keys(t.texts)) {
		seek(name, t.texts[name])
	}
	return out
}

// pointers is what comments of one package can point at.
type pointers struct {
	*tree
	dir   string
	names map[string]bool
	rules map[string]bool
	ruled bool // its rules are checked
}

// wrong returns what is wrong with a comment.
func (p *pointers) wrong(group *ast.CommentGroup) (out []string) {
	for l := range strings.Lines(group.Text()) {
		for _, m := range toFile.FindAllStringSubmatch(l, -1) {
			command := strings.HasPrefix(l, "\tgo ")
			if !command && !elsewhere.MatchString(m[1]) && !p.hasFile(m[1]) {
				out = append(out, "there is no file "+m[1])
			}
		}
	}
	text := strings.Join(strings.Fields(group.Text()), " ")
	for _, m := range toPart.FindAllStringSubmatch(text, -1) {
		if where := strings.TrimPrefix(m[1], "("); !p.hasPart(where, m[2]) {
			out = append(out, fmt.Sprintf("%s has nothing on %q", where, m[2]))
		}
	}
	for _, m := range toName.FindAllStringSubmatch(text, -1) {
		file := path.Ext(m[1]) == ".go" || path.Ext(m[1]) == ".sh"
		if !file && !slices.Contains(plain, m[1]) && !p.hasName(m[1]) {
			out = append(out, "nothing is called "+m[1])
		}
	}
	for _, m := range toRule.FindAllString(text, -1) {
		for _, r := range rule.FindAllString(m, -1) {
			if p.ruled && !p.rules[r] {
				out = append(out, "the package has no "+r)
			}
		}
	}
	return out
}

// hasFile reports whether a comment can mean a file by that name: one beside it or above it,
// or one by its path from there.
func (p *pointers) hasFile(name string) bool {
	for dir := p.dir; ; dir = path.Dir(dir) {
		if _, err := fs.Stat(p.fsys, path.Join(dir, name)); err == nil {
			return true
		}
		if dir == "." {
			return false
		}
	}
}

// hasPart reports whether a doc.go, that of the package or of the directory named, has the phrase.
// A number ends the phrase: of "falling asleep 3" the words count.
func (p *pointers) hasPart(where, phrase string) bool {
	if where == "doc.go" {
		where = p.dir
	}
	for _, s := range p.dirs[where] {
		if path.Base(s.path) == "doc.go" && s.ast.Doc != nil {
			return strings.Contains(strings.ToLower(s.ast.Doc.Text()), phrase)
		}
	}
	return false
}

// hasName reports whether each part of a name is declared in the package, or the first is a
// package of the tree that declares the rest.
func (p *pointers) hasName(name string) bool {
	first, rest, dotted := strings.Cut(name, ".")
	if dotted {
		for dir, files := range p.dirs {
			if path.Base(dir) == first && namesIn(files)[rest] {
				return true
			}
		}
	}
	return !slices.ContainsFunc(strings.Split(name, "."), func(part string) bool { return !p.names[part] })
}

// namesIn returns all that the files declare outside of functions, with fields and methods.
func namesIn(files []*source) map[string]bool {
	names := map[string]bool{}
	for _, s := range files {
		names[s.ast.Name.Name] = true
		ast.Inspect(s.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				names[n.Name.Name] = true
			case *ast.TypeSpec:
				names[n.Name.Name] = true
			case *ast.ValueSpec:
				for _, id := range n.Names {
					names[id.Name] = true
				}
			case *ast.Field:
				for _, id := range n.Names {
					names[id.Name] = true
				}
			}
			return true
		})
	}
	return names
}

// rulesIn returns the rules and invariants that the comments of the files define.
func rulesIn(files []*source) map[string]bool {
	rules := map[string]bool{}
	for _, s := range files {
		for _, group := range s.ast.Comments {
			for _, m := range isRule.FindAllStringSubmatch(group.Text(), -1) {
				rules[m[1]] = true
			}
		}
	}
	return rules
}

// miscalled complains of comments on functions, methods and types that begin with the name in
// the wrong case: mostly the name that it had before it was exported, or after.
func miscalled(t *tree) []string {
	var out []string
	check := func(doc *ast.CommentGroup, id *ast.Ident) {
		if doc == nil {
			return
		}
		first, _, _ := strings.Cut(strings.TrimSpace(doc.Text()), " ")
		if first != id.Name && strings.EqualFold(first, id.Name) {
			out = append(out, fmt.Sprintf("%s: the comment on %s calls it %s", t.line(doc.Pos()), id.Name, first))
		}
	}
	for _, s := range t.files {
		ast.Inspect(s.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				check(n.Doc, n.Name)
			case *ast.TypeSpec:
				check(n.Doc, n.Name)
			case *ast.GenDecl:
				if len(n.Specs) == 1 {
					if spec, ok := n.Specs[0].(*ast.TypeSpec); ok {
						check(n.Doc, spec.Name)
					}
				}
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					if len(m.Names) == 1 {
						check(m.Doc, m.Names[0])
					}
				}
			}
			return true
		})
	}
	return out
}

func TestPointersLead(t *testing.T) { none(t, dangling(repo(t))) }

func TestCommentsNameTheirSubject(t *testing.T) { none(t, miscalled(repo(t))) }

func TestControlPointers(t *testing.T) {
	r := planted(t,
		"deque/doc.go", "// Package deque is. Rules: B2 is one.\n//\n// # Falling asleep\n//\n//\tA1  is another\n//\tgo run gone.go\npackage deque\n",
		"deque/a.go", `package deque

// push is as in pop, and as in Push. See d.slot, and gone.go, and x_judge.go, or
// internal/sub/z.go; (doc.go, falling asleep 3 and resting 2), but not (internal/sub,
// resting 2): doc.go, waking. TestPush, TestPop, BenchmarkAll.
// (A1 and B2), (A1, C3). We see nothing; others see nothing, as in C.
func (d *d) Push() {}

type (
	// D is one.
	d struct{ slot int }
	i interface {
		// pop pops: see z.Z, see sub.Z.
		Pop()
	}
)
`,
		"internal/sub/doc.go", "// Package sub sleeps (C3).\npackage sub\n",
		"internal/sub/z.go", "package sub\n\n// z is.\nvar Z int\n",
		"deque/a_test.go", "package deque\n\nfunc TestPush_x() {}\n", "README.md", "BenchmarkBoth shows it.\n")
	exactly(t, dangling(r),
		"deque/a.go:13: nothing is called z.Z",
		"deque/a.go:3: doc.go has nothing on \"waking\"",
		"deque/a.go:3: internal/sub has nothing on \"resting\"",
		"deque/a.go:3: nothing is called pop",
		"deque/a.go:3: the package has no C3",
		"deque/a.go:3: there is no file gone.go",
		"deque/a.go:5: there is no TestPop", "deque/a.go:5: there is no BenchmarkAll", "README.md: there is no BenchmarkBoth")
	exactly(t, miscalled(r), "deque/a.go:3: the comment on Push calls it push",
		"deque/a.go:10: the comment on d calls it D", "deque/a.go:13: the comment on Pop calls it pop")
}
