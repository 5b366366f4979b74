package arch

import (
	"fmt"
	"go/ast"
	"go/doc"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// maxNames is what fits one screen of godoc.
const maxNames = 34

// byInterface lists methods that nobody calls by name: the standard library does.
var byInterface = []string{"Error", "Unwrap", "Is", "As", "String"}

// A surface is what a package exports.
type surface struct {
	names   map[string]string   // package-level name → path:line
	kinds   map[string]string   // package-level name → "func", "option", "type", "value"
	methods map[string][]string // exported type → its exported methods
	makes   map[string][]string // exported type → functions that return it
}

// surfaceOf reads the exported names of the package in dir. The methods of an
// alias are those of the type it stands for.
func surfaceOf(t *tree, dir string) surface {
	s := surface{map[string]string{}, map[string]string{}, map[string][]string{}, map[string][]string{}}
	add := func(id *ast.Ident, kind string) {
		if id.IsExported() {
			s.names[id.Name], s.kinds[id.Name] = t.line(id.Pos()), kind
		}
	}
	for _, f := range t.dirs[dir] {
		if f.test {
			continue
		}
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				recv := receiver(d)
				switch {
				case recv == "":
					kind := "func"
					for _, res := range resultTypes(d) {
						if res == "Option" {
							kind = "option"
						}
						s.makes[res] = append(s.makes[res], d.Name.Name)
					}
					add(d.Name, kind)
				case d.Name.IsExported() && ast.IsExported(recv):
					s.methods[recv] = append(s.methods[recv], d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						add(spec.Name, "type")
						if spec.Assign.IsValid() && spec.Name.IsExported() {
							s.methods[spec.Name.Name] = append(s.methods[spec.Name.Name], aliased(t, f, spec)...)
						}
					case *ast.ValueSpec:
						for _, id := range spec.Names {
							add(id, "value")
						}
					}
				}
			}
		}
	}
	return s
}

// aliased returns the exported methods of the type of another package of this
// repository that spec is an alias of.
func aliased(t *tree, f *source, spec *ast.TypeSpec) []string {
	sel, ok := stripIndex(spec.Type).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	pkg, _ := sel.X.(*ast.Ident)
	for _, imp := range f.imports() {
		if dir, local := localDir(imp); local && pkg != nil && path.Base(imp) == pkg.Name {
			return surfaceOf(t, dir).methods[sel.Sel.Name]
		}
	}
	return nil
}

// baseName is the name of the type that e denotes, without star, package or arguments.
func baseName(e ast.Expr) string {
	switch e := stripIndex(e).(type) {
	case *ast.StarExpr:
		return baseName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func stripIndex(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.IndexExpr:
		return e.X
	case *ast.IndexListExpr:
		return e.X
	}
	return e
}

func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	return baseName(d.Recv.List[0].Type)
}

func resultTypes(d *ast.FuncDecl) []string {
	var out []string
	if d.Type.Results != nil {
		for _, f := range d.Type.Results.List {
			out = append(out, baseName(f.Type))
		}
	}
	return out
}

// examplesOf reads the example functions of a package. covered holds "F", "T"
// and "T.M"; mentioned every identifier that some example uses.
func examplesOf(t *tree, dir string) (covered, mentioned map[string]bool, complaints []string) {
	covered, mentioned = map[string]bool{}, map[string]bool{}
	for _, f := range t.dirs[dir] {
		if !f.test {
			continue
		}
		for _, ex := range doc.Examples(f.ast) {
			if ex.Output == "" && !ex.EmptyOutput {
				complaints = append(complaints, fmt.Sprintf("%s: Example%s has no Output comment, so it never runs", t.line(ex.Code.Pos()), ex.Name))
			}
			name, rest, _ := strings.Cut(ex.Name, "_")
			covered[name] = true
			method, _, _ := strings.Cut(rest, "_")
			if r, _ := utf8.DecodeRuneInString(method); unicode.IsUpper(r) {
				covered[name+"."+method] = true
			}
			ast.Inspect(ex.Code, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					mentioned[id.Name] = true
				}
				return true
			})
		}
	}
	return covered, mentioned, complaints
}

// shown complains of a package that exports more than limit names, or one that
// no example shows. A function and a method need an example of their own name;
// a type may be shown by its methods' and makers'; options, constants and
// variables need only occur in some example.
func shown(t *tree, dir string, limit int) []string {
	s := surfaceOf(t, dir)
	covered, mentioned, out := examplesOf(t, dir)
	if len(s.names) > limit {
		out = append(out, fmt.Sprintf("%s: %d exported names, want at most %d: %s", dir, len(s.names), limit,
			strings.Join(slices.Sorted(maps.Keys(s.names)), " ")))
	}
	say := func(name, example string) {
		out = append(out, fmt.Sprintf("%s: no Example for %s; write %s", s.names[strings.Split(name, ".")[0]], name, example))
	}
	for _, name := range slices.Sorted(maps.Keys(s.names)) {
		ok := covered[name]
		switch s.kinds[name] {
		case "option", "value":
			ok = ok || mentioned[name]
		case "type":
			isShown := func(m string) bool { return covered[name+"."+m] }
			isMade := func(f string) bool { return covered[f] || s.kinds[f] == "option" && mentioned[f] }
			ok = ok || slices.ContainsFunc(s.methods[name], isShown) ||
				slices.ContainsFunc(s.makes[name], isMade) ||
				mentioned[name] && len(s.methods[name]) == 0
		}
		if !ok {
			say(name, "Example"+name)
		}
		for _, m := range slices.Sorted(slices.Values(s.methods[name])) {
			if !covered[name+"."+m] && !slices.Contains(byInterface, m) {
				say(name+"."+m, "Example"+name+"_"+m)
			}
		}
	}
	return out
}

func TestFacadeIsSmallAndShown(t *testing.T) {
	r := repo(t)
	if !slices.ContainsFunc(r.dirs["."], func(s *source) bool { return !s.test }) {
		t.Fatal("no Go file in the root package")
	}
	none(t, shown(r, ".", maxNames))
}

func TestControlFacade(t *testing.T) {
	r := planted(t,
		"a.go", `package skua
import "`+rootModule+`/internal/sched"
type Option interface{ apply() }
func WithA() Option { return nil }
func WithB() Option { return nil }
type Pool[T any] struct{}
func New() *Pool[int] { return nil }
func (p *Pool[T]) Run() {}
func (p *Pool[T]) Close() {}
func (p *Pool[T]) Error() string { return "" }
func (p *Pool[T]) hidden() {}
type Frame[A any] = sched.Frame[A]
type Config struct{}
var ErrA, ErrB error
`,
		"internal/sched/a.go", "package sched\ntype Frame[A any] struct{}\nfunc (f *Frame[A]) Fork() {}\nfunc (f Frame[A]) Join() {}\n",
		"a_test.go", `package skua_test
func ExampleNew() {
	skua.New(skua.WithA(), skua.Config{})
	_ = skua.ErrA
	// Output:
}
func ExamplePool_Run_twice() {
	// Output: 1
}
func ExampleFrame_Fork() {}
`)
	exactly(t, shown(r, ".", 8),
		"Frame_Fork has no Output",
		"9 exported names, want at most 8",
		"no Example for ErrB",
		"no Example for Frame.Join",
		"no Example for Pool.Close",
		"no Example for WithB",
	)
}
