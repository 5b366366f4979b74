package overlay

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Chosen is the variable of the environment that chooses a fault of a program with many: its place in
// Options.Choices, from 1.
const Chosen = "SKUA_FAULT"

// Program is a build of tests for faults that differ in bodies of functions alone: it has them all, and runs
// with the one that is chosen. Most of the time to plant a fault is that of a build.
type Program struct {
	Package string
	Race    bool
	Patches []Patch   // what its faults change outside of functions
	Choices [][]Patch // what each changes besides, maybe nothing
	Faults  []Fault
}

// Programs returns what to build for the faults, where base is planted in all of them.
func Programs(root string, base []Patch, faults []Fault) ([]*Program, error) {
	var programs []*Program
	byKey := map[string]*Program{}
	for _, f := range faults {
		var outer, inner []Patch
		for _, p := range f.Patches {
			text, err := read(root, p.File, slices.Concat(base, outer))
			if err == nil {
				_, err = choose(p.File, text, [][]Patch{append(inner[:len(inner):len(inner)], p)})
			}
			switch {
			case err == nil:
				inner = append(inner, p)
			case errors.Is(err, errOutside):
				outer = append(outer, p)
			default:
				return nil, fmt.Errorf("fault %s: %w", f.Name, err)
			}
		}
		key := fmt.Sprintf("%s %v %q", f.Package, f.NeedsRace(), outer)
		if byKey[key] == nil {
			byKey[key] = &Program{Package: f.Package, Race: f.NeedsRace(), Patches: outer}
			programs = append(programs, byKey[key])
		}
		p := byKey[key]
		p.Choices, p.Faults = append(p.Choices, inner), append(p.Faults, f)
	}
	return programs, nil
}

// errOutside is of a patch that changes more than bodies of functions, or a body with a label, which a
// function cannot have twice.
var errOutside = errors.New("overlay: not within the bodies of functions")

// body is of a function.
type body struct {
	from, to int // in the text
	results  bool
	labels   bool
}

// bodies returns those of a file's functions, and the text around them.
func bodies(name, text string) (found []body, around string, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, "", fmt.Errorf("overlay: %w", err)
	}
	last := 0
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		b := body{from: fset.Position(f.Body.Pos()).Offset, to: fset.Position(f.Body.End()).Offset, results: f.Type.Results != nil}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			_, label := n.(*ast.LabeledStmt)
			b.labels = b.labels || label
			return true
		})
		around += text[last:b.from]
		last = b.to
		found = append(found, b)
	}
	return found, around + text[last:], nil
}

// choose returns the text with, in front of each body that a choice changes, that body on the condition
// that it is chosen.
func choose(name, text string, choices [][]Patch) (string, error) {
	was, around, err := bodies(name, text)
	if err != nil {
		return "", err
	}
	heads := make([]string, len(was))
	for i, choice := range choices {
		other, err := patched(name, text, choice)
		if err != nil {
			return "", err
		}
		if other == text {
			continue
		}
		now, outside, err := bodies(name, other)
		if err != nil {
			return "", err
		}
		if outside != around {
			return "", errOutside
		}
		for j, b := range now {
			code := other[b.from:b.to]
			if code == text[was[j].from:was[j].to] {
				continue
			}
			if b.labels {
				return "", errOutside
			}
			if !b.results {
				code += "; return"
			}
			heads[j] += fmt.Sprintf(" if plantedFault == %d { %s };", i+1, code)
		}
	}
	var out strings.Builder
	last := 0
	for i, b := range was {
		out.WriteString(text[last:b.from+1] + heads[i])
		last = b.from + 1
	}
	return out.String() + text[last:], nil
}

// read returns the text of a file with the patches.
func read(root, name string, patches []Patch) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return "", fmt.Errorf("overlay: %w", err)
	}
	return patched(name, string(data), patches)
}

// patched applies the patches that are of the file.
func patched(name, text string, patches []Patch) (string, error) {
	var err error
	for _, p := range patches {
		if p.File == name {
			if text, err = p.apply(text); err != nil {
				return "", err
			}
		}
	}
	return text, nil
}

// chooser returns a file that the package of the file has besides, and its text: there plantedFault is
// what is chosen.
func chooser(root, file string) (name, text string, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(file)), nil, parser.PackageClauseOnly)
	if err != nil {
		return "", "", fmt.Errorf("overlay: %w", err)
	}
	return path.Join(path.Dir(file), "planted_fault.go"), fmt.Sprintf(`package %s

import (
	"os"
	"strconv"
)

var plantedFault, _ = strconv.Atoi(os.Getenv(%q))
`, f.Name, Chosen), nil
}
