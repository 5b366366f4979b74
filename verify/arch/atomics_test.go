package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ordered lists the packages whose protocols live on atomics.
var ordered = []string{".", "deque", "classic", "internal/indices", "internal/roster", "internal/tally", "internal/views/left", "span", "internal/crew", "internal/fork", "internal/loop", "internal/loop/cost", "internal/loop/tray", "internal/spawn", "internal/sched", "internal/sleep", "internal/park", "internal/line", "internal/watch", "cluster/shm",
	"par", "par/internal/call", "par/internal/order", "par/internal/radix", "par/internal/text", "par/internal/feed", "par/internal/walk"}

// publishing methods make a value, and what was written before it, visible.
var publishing = []string{"Store", "CompareAndSwap", "Swap", "Add", "Or", "And"}

// rawAllowed are the functions of sync/atomic that may be called as such, for
// the gate word of the fork path and the limit of a loop: a method call would
// cost the inliner's budget.
var rawAllowed = []string{"LoadUint32", "StoreUint32", "CompareAndSwapUint32", "LoadUintptr", "StoreUintptr"}

// counterFile declares statistics: atomics that order nothing, wherever they are
// counted.
const counterFile = "counters.go"

// split parts the production files of a package from those that declare counters.
func split(files []*source) (code, counters []*source) {
	for _, s := range files {
		switch {
		case s.test:
		case path.Base(s.path) == counterFile:
			counters = append(counters, s)
		default:
			code = append(code, s)
		}
	}
	return code, counters
}

// unordered complains of publishing accesses without an ORDER note near them
// or in the doc of the function that holds them. It goes by names, not types: Add counts
// only on what the package declares as an atomic. A constructor is exempt: what it
// stores nobody else sees yet.
func unordered(t *tree) []string {
	var out []string
	for _, dir := range ordered {
		code, counters := split(t.dirs[dir])
		adders := atomicNames(code)
		for name := range atomicNames(counters) {
			delete(adders, name)
		}
		for _, s := range code {
			notes := notesIn(t, s)
			for _, d := range s.ast.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && constructor(f.Name.Name) {
					continue
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok && publishes(s, call, adders) && !noted(t, notes, d, call.Pos()) {
						sel := call.Fun.(*ast.SelectorExpr)
						out = append(out, fmt.Sprintf("%s: %s publishes without an ORDER note", t.line(sel.Sel.Pos()), sel.Sel.Name))
					}
					return true
				})
			}
		}
	}
	return out
}

func constructor(name string) bool {
	return strings.HasPrefix(name, "New") || strings.HasPrefix(name, "new")
}

// publishes reports whether call is a publishing access to an atomic.
func publishes(s *source, call *ast.CallExpr, adders map[string]bool) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if id, ok := sel.X.(*ast.Ident); ok && id.Name == "atomic" && slices.Contains(s.imports(), "sync/atomic") {
		return !strings.HasPrefix(sel.Sel.Name, "Load")
	}
	if id, ok := sel.X.(*ast.Ident); ok && id.Name == "cmp" && slices.Contains(s.imports(), "cmp") {
		return false // cmp.Or
	}
	if sel.Sel.Name == "Add" {
		return adders[lastName(sel.X)]
	}
	return slices.Contains(publishing, sel.Sel.Name)
}

// lastName is the field or variable that e selects: "top" of d.top and of d.top[i].
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return lastName(e.X)
	case *ast.ParenExpr:
		return lastName(e.X)
	case *ast.StarExpr:
		return lastName(e.X)
	case *ast.UnaryExpr:
		return lastName(e.X)
	}
	return ""
}

// atomicNames collects the fields, variables and parameters whose type mentions
// package atomic or pad.
func atomicNames(files []*source) map[string]bool {
	names := map[string]bool{}
	note := func(ids []*ast.Ident, typ ast.Expr) {
		ast.Inspect(typ, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := sel.X.(*ast.Ident); ok && (pkg.Name == "atomic" || pkg.Name == "pad") {
					for _, id := range ids {
						names[id.Name] = true
					}
				}
			}
			_, isFunc := n.(*ast.FuncType)
			_, isStruct := n.(*ast.StructType)
			return !isFunc && !isStruct // their fields are visited in their own right
		})
	}
	for _, f := range files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				note(n.Names, n.Type)
			case *ast.ValueSpec:
				if n.Type != nil {
					note(n.Names, n.Type)
				}
			}
			return true
		})
	}
	return names
}

// notesIn returns the positions of the comments of s that hold an ORDER note.
func notesIn(t *tree, s *source) []token.Position {
	var out []token.Position
	for _, group := range s.ast.Comments {
		for _, c := range group.List {
			if strings.Contains(c.Text, "ORDER:") {
				out = append(out, t.fset.Position(group.End()))
			}
		}
	}
	return out
}

// borrowed complains of ORDER notes that give another note's reason by its place alone: a
// reader of the line then knows no partner, and the other note may change.
func borrowed(t *tree) []string {
	var out []string
	for _, dir := range ordered {
		code, _ := split(t.dirs[dir])
		for _, s := range code {
			for _, group := range s.ast.Comments {
				text := strings.Join(strings.Fields(group.Text()), " ")
				if note := borrows.FindString(text); note != "" {
					out = append(out, fmt.Sprintf("%s: %q names no partner", t.line(group.Pos()), note))
				}
			}
		}
	}
	return out
}

// borrows matches notes such as "ORDER: as in add.", "ORDER: none, see add." and "ORDER: the same".
var borrows = regexp.MustCompile(`ORDER: (?:[^.:]*[,;:] )?(?:as in \w|see \w|the same\b|as \w+[.;])`)

// near is how many lines may be between a note and the access that it is about.
const near = 5

// noted reports whether a note stands near the access at pos, or in the doc comment of the
// declaration d that holds it.
func noted(t *tree, notes []token.Position, d ast.Decl, pos token.Pos) bool {
	line, begin, doc := t.fset.Position(pos).Line, t.fset.Position(d.Pos()).Line, 0
	if f, ok := d.(*ast.FuncDecl); ok && f.Doc != nil {
		doc = t.fset.Position(f.Doc.Pos()).Line
	}
	return slices.ContainsFunc(notes, func(n token.Position) bool {
		if n.Line < begin {
			return doc > 0 && doc <= n.Line
		}
		return line-near <= n.Line && n.Line <= line+near
	})
}

// raw complains of functions of sync/atomic on plain words: a typed atomic
// cannot be read by accident without one. The explorer, which replaces them, is
// exempt.
func raw(t *tree) []string {
	var out []string
	for _, s := range t.production() {
		if within(s.dir(), "internal/explore") || !slices.Contains(s.imports(), "sync/atomic") {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if ok && pkg.Name == "atomic" && !slices.Contains(rawAllowed, sel.Sel.Name) {
				out = append(out, fmt.Sprintf("%s: atomic.%s on a plain word; use a typed atomic", t.line(call.Pos()), sel.Sel.Name))
			}
			return true
		})
	}
	return out
}

func TestPublishingAtomicsAreOrdered(t *testing.T) { none(t, unordered(repo(t))) }

func TestNotesNameTheirPartner(t *testing.T) { none(t, borrowed(repo(t))) }

func TestAtomicsAreTyped(t *testing.T) { none(t, raw(repo(t))) }

func TestControlAtomics(t *testing.T) {
	r := planted(t, "deque/a.go", `package deque

import (
	"sync"
	"sync/atomic"
)

type d struct {
	top  atomic.Uint64
	gate uint32
	wg   sync.WaitGroup

	count counters
}

// documented has its note here.
//
// ORDER: before the other.
func (d *d) documented() { d.top.Store(1) }

func (d *d) inside() {
	d.top.Add(1)
	// ORDER: the one below, and the one above.
	d.top.CompareAndSwap(1, 2)
}

func (d *d) bare() {
	d.wg.Add(1)
	d.count.steals.Add(1)
	_ = d.top.Load()
	d.top.Add(1)
}

func newD() *d { d := new(d); d.top.Store(1); return d }

func (d *d) rawWords() {
	atomic.StoreUint32(&d.gate, 1)
	atomic.AddUint32(&d.gate, 1)
}
`, "deque/counters.go", "package deque\nimport \"sync/atomic\"\ntype counters struct{ steals atomic.Uint64 }\nfunc (c *counters) add() { c.steals.Add(1) }\n",
		"lab/a.go", "package lab\nimport \"sync/atomic\"\nvar n atomic.Int32\nfunc f() { n.Store(1) }\n")
	exactly(t, unordered(r),
		"deque/a.go:31: Add publishes",
		"deque/a.go:37: StoreUint32 publishes",
		"deque/a.go:38: AddUint32 publishes")
	exactly(t, raw(r), "deque/a.go:38: atomic.AddUint32")
	r = planted(t, "deque/a.go", `package deque

// ORDER: after the load; the thief's CAS is on the same word, so we see it as before.
var a int

// ORDER: none, see add.
var b int

var c int // ORDER: the slots before bot, as in Push.
`)
	exactly(t, borrowed(r), `deque/a.go:6: "ORDER: none, see a"`, `deque/a.go:9: "ORDER: the slots before bot, as in P"`)
}
