package vet

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// The packages whose types and functions are recognised, by their import paths.
const (
	skuaPath = "github.com/skua-go/skua"
	parPath  = skuaPath + "/par"
)

// pathOf returns the import path of p. Under go vet a package that is compiled
// with its tests has a longer one.
func pathOf(p *types.Package) string {
	if p == nil {
		return ""
	}
	path, _, _ := strings.Cut(p.Path(), " [")
	return path
}

// imports reports whether p is one of paths or imports one, so that there is
// something to look for.
func imports(p *types.Package, paths ...string) bool {
	for _, path := range paths {
		if pathOf(p) == path {
			return true
		}
		for _, q := range p.Imports() {
			if pathOf(q) == path {
				return true
			}
		}
	}
	return false
}

// named returns import path and name of the type that t is or points to.
func named(t types.Type) (path, name string) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return pathOf(n.Obj().Pkg()), n.Obj().Name()
	}
	return "", ""
}

// place returns "Frame" or "Part" if t is a pointer to that type of skua, and "" otherwise.
// A *Worker may be kept and used anywhere.
func place(t types.Type) string {
	if _, ok := types.Unalias(t).(*types.Pointer); !ok {
		return ""
	}
	switch path, name := named(t); {
	case path != skuaPath:
	case name == "Frame" || name == "Part":
		return name
	}
	return ""
}

// A callee is a function or method by the names that make it known.
type callee struct {
	path, recv, name string // recv is empty for a function
}

func (c callee) String() string {
	at := c.path[strings.LastIndex(c.path, "/")+1:]
	if c.recv != "" {
		at = c.recv
	}
	return at + "." + c.name
}

// calleeOf returns which function c calls, and nothing if that is not known.
func calleeOf(c *ssa.CallCommon) callee {
	if c.IsInvoke() {
		return calleeFunc(c.Method)
	}
	f := c.StaticCallee()
	if f == nil {
		return callee{}
	}
	if o := f.Origin(); o != nil {
		f = o
	}
	obj, _ := f.Object().(*types.Func)
	return calleeFunc(obj)
}

func calleeFunc(f *types.Func) callee {
	if f == nil || f.Pkg() == nil {
		return callee{}
	}
	c := callee{path: pathOf(f.Pkg()), name: f.Name()}
	if recv := f.Signature().Recv(); recv != nil {
		_, c.recv = named(recv.Type())
	}
	return c
}

// frameCall returns the name of the method if c calls one of a Frame, and the frame.
func frameCall(c *ssa.CallCommon) (method string, frame ssa.Value) {
	if to := calleeOf(c); to.path == skuaPath && to.recv == "Frame" && len(c.Args) > 0 {
		return to.name, c.Args[0]
	}
	return "", nil
}
