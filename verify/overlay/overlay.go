package overlay

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	module     = "github.com/skua-go/skua"
	atomicTwin = module + "/internal/explore/atomic"
	parkTwin   = "internal/explore/park/park.go"
	parkFile   = "internal/park/park.go"
	clockTwin  = "internal/explore/clock/clock.go"
	clockFile  = "internal/clock/clock.go"
)

// besides are the files that packages have besides in this build, for the scenarios.
var besides = []struct{ pkg, file, twin string }{
	{".", "facade.go", "verify/scenario/testdata/facade.go"},
	{"internal/sched", "internal/sched/scripted.go", "verify/scenario/testdata/scripted.go"},
}

// Patch replaces Old, which must occur exactly once in File, by New.
type Patch struct {
	File string // in the module, with slashes
	Old  string
	New  string
}

// Options says what to weave.
type Options struct {
	Root     string   // of the module
	Packages []string // directories in the module; tests in them are woven too
	Patches  []Patch
	Choices  [][]Patch // each within bodies of functions; which one is there is chosen when the program runs
}

// Write writes the changed files and overlay.json to dir, which is made if
// needed, and returns the path of overlay.json.
func Write(dir string, o Options) (string, error) {
	root, err := filepath.Abs(o.Root)
	if err != nil {
		return "", err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	files, err := sources(root, o)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	put := func(name, text string) error {
		target := filepath.Join(dir, filepath.FromSlash(name))
		replace[filepath.Join(root, filepath.FromSlash(name))] = target
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, []byte(text), 0o644)
	}
	for _, name := range files {
		text, err := weave(root, name, o)
		if err != nil {
			return "", err
		}
		if text == "" {
			continue
		}
		if err := put(name, text); err != nil {
			return "", err
		}
	}
	for _, p := range slices.Concat(o.Choices...) {
		name, text, err := chooser(root, p.File)
		if err == nil {
			err = put(name, text)
		}
		if err != nil {
			return "", err
		}
	}
	replace[filepath.Join(root, filepath.FromSlash(parkFile))] = filepath.Join(root, filepath.FromSlash(parkTwin))
	replace[filepath.Join(root, filepath.FromSlash(clockFile))] = filepath.Join(root, filepath.FromSlash(clockTwin))
	for _, b := range besides {
		if slices.Contains(o.Packages, b.pkg) {
			replace[filepath.Join(root, filepath.FromSlash(b.file))] = filepath.Join(root, filepath.FromSlash(b.twin))
		}
	}
	data, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return file, os.WriteFile(file, data, 0o644)
}

// sources lists the files to look at: those of the packages and those patched.
func sources(root string, o Options) ([]string, error) {
	var files []string
	for _, pkg := range o.Packages {
		dir := strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/")
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(dir), "*.go"))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("overlay: no Go files in %q", pkg)
		}
		for _, f := range found {
			name, err := filepath.Rel(root, f)
			if err != nil {
				return nil, err
			}
			files = append(files, filepath.ToSlash(name))
		}
	}
	for _, p := range slices.Concat(o.Patches, slices.Concat(o.Choices...)) {
		if p.File == parkFile {
			return nil, errors.New("overlay: " + parkFile + " is replaced and cannot be patched")
		}
		files = append(files, p.File)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// weave returns the file's new text, or "" if nothing changes.
func weave(root, name string, o Options) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return "", fmt.Errorf("overlay: %w", err)
	}
	text, err := patched(name, string(data), o.Patches)
	if err != nil {
		return "", err
	}
	if len(o.Choices) > 0 {
		if text, err = choose(name, text, o.Choices); err != nil {
			return "", err
		}
	}
	if text, err = redirect(name, text); err != nil || text == string(data) {
		return "", err
	}
	return text, nil
}

// apply does one patch. If its new text has fewer lines, empty ones fill up: in
// front if the old text begins a line, else behind.
func (p Patch) apply(text string) (string, error) {
	if n := strings.Count(text, p.Old); n != 1 {
		return "", fmt.Errorf("overlay: the old text %q occurs %d times in %s", p.Old, n, p.File)
	}
	before, after, _ := strings.Cut(text, p.Old)
	blank := strings.Repeat("\n", max(strings.Count(p.Old, "\n")-strings.Count(p.New, "\n"), 0))
	if before == "" || strings.HasSuffix(before, "\n") {
		return before + blank + p.New + after, nil
	}
	return before + p.New + blank + after, nil
}

// redirect makes the file import the twin of sync/atomic.
func redirect(name, text string) (string, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.ImportsOnly)
	if err != nil {
		return "", fmt.Errorf("overlay: %w", err)
	}
	for _, spec := range f.Imports {
		if spec.Path.Value == `"sync/atomic"` {
			from, to := fset.Position(spec.Path.Pos()).Offset, fset.Position(spec.Path.End()).Offset
			text = text[:from] + `"` + atomicTwin + `"` + text[to:]
			break
		}
	}
	return text, nil
}
