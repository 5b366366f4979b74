package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"testing"
)

// The budget of the core: the facade and the scheduler, comments included. It is to be 9,000 lines, and
// until then what it is: a change that makes it smaller lowers the budget with it.
const (
	coreLines   = 8_946
	underLines  = 1_945 // of what the core decides and sleeps by
	mostMethods = 40    // of a type of the core
	mostFields  = 20
)

var (
	coreDirs  = []string{".", "internal/crew", "internal/fork", "internal/loop", "internal/spawn", "internal/sched"}
	underDirs = []string{"internal/indices", "internal/policy", "internal/sleep"}
)

// wide lists the types of the core and of the cluster that are larger: their methods, build-tag twins
// included, and their fields.
var wide = map[string][2]int{
	"cluster.Node": {39, 41},
}

// overBudget complains of directories that have more lines together, or far fewer, than most.
func overBudget(t *tree, most int, dirs ...string) []string {
	lines := 0
	for _, dir := range dirs {
		for _, s := range t.dirs[dir] {
			if !s.test {
				lines += t.fset.File(s.ast.Pos()).LineCount()
			}
		}
	}
	if lines > most || lines < most-200 {
		return []string{fmt.Sprintf("%v: %d lines, and the budget is %d: make them fewer, or lower it", dirs, lines, most)}
	}
	return nil
}

// widths returns how many methods and fields each type in dirs has.
func widths(t *tree, dirs ...string) map[string][2]int {
	out := map[string][2]int{}
	count := func(dir, name string, methods, fields int) {
		if dir == "." {
			dir = "skua"
		}
		was := out[dir+"."+name]
		out[dir+"."+name] = [2]int{was[0] + methods, was[1] + fields}
	}
	for _, dir := range dirs {
		for _, s := range t.dirs[dir] {
			if s.test {
				continue
			}
			for _, d := range s.ast.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
					count(dir, receiver(f), 1, 0)
				}
			}
			ast.Inspect(s.ast, func(n ast.Node) bool {
				if of, ok := n.(*ast.TypeSpec); ok {
					if fields, ok := of.Type.(*ast.StructType); ok {
						count(dir, of.Name.Name, 0, fields.Fields.NumFields())
					}
				}
				return true
			})
		}
	}
	return out
}

// overWide complains of types that are wider than listed, or less wide.
func overWide(of map[string][2]int, listed map[string][2]int) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		is, want := of[name], listed[name]
		if (is[0] > mostMethods || is[1] > mostFields || want != [2]int{}) && is != want {
			out = append(out, fmt.Sprintf("%s: %d methods and %d fields, and %d and %d are listed; want at most %d and %d",
				name, is[0], is[1], want[0], want[1], mostMethods, mostFields))
		}
	}
	return out
}

func TestBudget(t *testing.T) {
	none(t, overBudget(repo(t), coreLines, coreDirs...))
	none(t, overBudget(repo(t), underLines, underDirs...))
	none(t, overWide(widths(repo(t), append(coreDirs, "cluster")...), wide))
}

func TestControlBudget(t *testing.T) {
	r := planted(t, "a/doc.go", "package a\n\ntype t struct {\n\tx, y int\n}\n\nfunc (t) m() {}\n", "a/x_test.go", "package a\n\n\n\n")
	exactly(t, overBudget(r, 5, "a"), "[a]: 7 lines, and the budget is 5")
	exactly(t, overBudget(r, 208, "a"), "[a]: 7 lines, and the budget is 208")
	none(t, overBudget(r, 7, "a"))
	got := widths(r, "a")
	none(t, overWide(got, nil))
	exactly(t, overWide(got, map[string][2]int{"a.t": {1, 1}}), "a.t: 1 methods and 2 fields, and 1 and 1 are listed")
	exactly(t, overWide(map[string][2]int{"a.t": {mostMethods + 1, 0}}, nil), "a.t: 41 methods")
}
