package arch

import (
	"bytes"
	"flag"
	"go/ast"
	"go/build/constraint"
	"go/printer"
	"go/token"
	"go/version"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// apiFile has a line for each thing that a program outside can name, so that a change shows what it takes
// away or adds. NOT: apidiff of golang.org/x/exp. It compares with the packages of a release, and there is
// none; a fresh clone has this file.
const apiFile = "verify/api.txt"

var writeAPI = flag.Bool("api", false, "write "+apiFile+" as the tree is")

// apiModules are the modules that programs require.
var apiModules = []string{".", "cluster", "dashboard", "dashboard/prom"}

// exported returns the lines of all packages that programs import. A file for a newer Go than all of the
// modules ask for is left out: the parser of an older one cannot read all of it.
func exported(t *tree) []string {
	lines := map[string]bool{}
	modules := t.modules()
	for _, s := range t.production() {
		home := ""
		for _, m := range modules {
			if within(s.dir(), m) && len(m) > len(home) {
				home = m
			}
		}
		if !slices.Contains(apiModules, home) || strings.Contains("/"+s.dir()+"/", "/internal/") ||
			s.ast.Name.Name == "main" || later(s.ast) {
			continue
		}
		name := s.dir()
		if name == "." {
			name = "skua"
		}
		for _, d := range s.ast.Decls {
			for _, line := range exportedBy(t.fset, d) {
				lines[name+": "+line] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(lines))
}

// later reports whether a file is for a newer Go than goVersion.
func later(f *ast.File) bool {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if c.Pos() < f.Package && constraint.IsGoBuild(c.Text) {
				x, err := constraint.Parse(c.Text)
				return err == nil && version.Compare(constraint.GoVersion(x), "go"+goVersion) > 0
			}
		}
	}
	return false
}

// exportedBy returns a line for each exported name of a declaration, field and method.
func exportedBy(fset *token.FileSet, d ast.Decl) (out []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if recv := receiver(d); d.Name.IsExported() && (recv == "" || ast.IsExported(recv)) {
			bare := *d
			bare.Doc, bare.Body = nil, nil
			out = append(out, inLine(fset, &bare))
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() {
					out = append(out, exportedType(fset, spec)...)
				}
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if name.IsExported() {
						line := d.Tok.String() + " " + name.Name
						if spec.Type != nil {
							line += " " + inLine(fset, spec.Type)
						}
						out = append(out, line)
					}
				}
			}
		}
	}
	return out
}

// exportedType returns a line for a type, and one for each exported field or method of a struct or interface.
func exportedType(fset *token.FileSet, spec *ast.TypeSpec) []string {
	head, members := *spec, (*ast.FieldList)(nil)
	head.Doc, head.Comment = nil, nil
	switch typ := spec.Type.(type) {
	case *ast.StructType:
		members = typ.Fields
		head.Type = &ast.StructType{Fields: &ast.FieldList{}}
	case *ast.InterfaceType:
		members = typ.Methods
		head.Type = &ast.InterfaceType{Methods: &ast.FieldList{}}
	}
	out := []string{"type " + inLine(fset, &head)}
	if members == nil {
		return out
	}
	for _, f := range members.List {
		names := f.Names
		if len(names) == 0 { // embedded
			if name := baseName(f.Type); name == "" || ast.IsExported(name) {
				out = append(out, "type "+spec.Name.Name+", "+inLine(fset, f.Type))
			}
		}
		for _, n := range names {
			if n.IsExported() {
				out = append(out, "type "+spec.Name.Name+", "+n.Name+" "+inLine(fset, f.Type))
			}
		}
	}
	return out
}

// inLine prints a node without line breaks.
func inLine(fset *token.FileSet, node any) string {
	var b bytes.Buffer
	if err := (&printer.Config{Mode: printer.RawFormat}).Fprint(&b, fset, node); err != nil {
		return err.Error()
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	return strings.NewReplacer("( ", "(", ", )", ")", "struct { }", "struct{}", "struct { ", "struct{ ", "interface { }", "interface{}").Replace(text)
}

// changed says which lines of was are not in is, and the other way round.
func changed(was, is []string) (out []string) {
	for _, l := range was {
		if !slices.Contains(is, l) {
			out = append(out, "gone: "+l)
		}
	}
	for _, l := range is {
		if !slices.Contains(was, l) {
			out = append(out, "new:  "+l)
		}
	}
	return out
}

func TestAPI(t *testing.T) {
	root, err := repoRoot()
	if err != nil {
		t.Fatal(err)
	}
	is, file := exported(repo(t)), filepath.Join(root, apiFile)
	if *writeAPI {
		if err := os.WriteFile(file, []byte(strings.Join(is, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := changed(strings.Split(strings.TrimSpace(string(data)), "\n"), is); diff != nil {
		t.Errorf("what programs can name is not what %s says. If this is meant, `make api`, and for each that is gone "+
			"a line in docs/CHANGELOG.md:\n%s", apiFile, strings.Join(diff, "\n"))
	}
}

func TestControlAPI(t *testing.T) {
	r := planted(t,
		"par/a.go", `package par
// Both of these.
func Map[S ~[]E, E any](
	s S,
	f func(E), // for each
) int { return 1 }
func hidden() {}
type Chain[T any] struct {
	A, B int // twice
	c    string
	Config
}
func (c *Chain[T]) Sum() {}
func (c *Chain[T]) sum() {}
type hidden2 struct{ A int }
func (hidden2) Sum() {}
type Place interface { At(int) string; at() }
type Kind = uint8
const First, second Kind = 1, 2
var Err error
`,
		"par/b.go", "//go:build go1.999\n\npackage par\n\nfunc Later() {}\n",
		"par/a_test.go", "package par\nfunc TestX() {}\n",
		"par/internal/call/a.go", "package call\nfunc Deep() {}\n",
		"bench/go.mod", "module "+rootModule+"/bench\n", "bench/a.go", "package bench\nfunc Bench() {}\n",
		"cluster/go.mod", "module "+rootModule+"/cluster\n", "cluster/a.go", "package cluster\nfunc Join() {}\n",
		"tool/a.go", "package main\nfunc Main() {}\n", "a.go", "package skua\nfunc New() {}\n")
	is := exported(r)
	want := []string{
		"cluster: func Join()",
		"par: const First Kind",
		"par: func (c *Chain[T]) Sum()",
		"par: func Map[S ~[]E, E any](s S, f func(E)) int",
		"par: type Chain, A int",
		"par: type Chain, B int",
		"par: type Chain, Config",
		"par: type Chain[T any] struct{}",
		"par: type Kind = uint8",
		"par: type Place interface{}",
		"par: type Place, At func(int) string",
		"par: var Err error",
		"skua: func New()",
	}
	if !slices.Equal(is, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(is, "\n"), strings.Join(want, "\n"))
	}
	exactly(t, changed([]string{"a: func A()", "a: func B(int)"}, []string{"a: func A()", "a: func B(uint)"}),
		"gone: a: func B(int)", "new:  a: func B(uint)")
}
