package main

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/skua-go/skua/verify/overlay"
)

// rule is a numbered invariant of a package, and the file that states it.
type rule struct{ dir, file, number string }

// states matches the line of a comment that states an invariant.
var states = regexp.MustCompile(`(?m)^//\t([A-Z]\d) +\S`)

// rules returns the invariants that the packages state, in the order of their files.
func rules(root string, dirs []string) (all []rule, err error) {
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			for _, m := range states.FindAllStringSubmatch(string(text), -1) {
				if !strings.HasSuffix(file, "_test.go") {
					all = append(all, rule{dir, filepath.Base(file), m[1]})
				}
			}
		}
	}
	return all, nil
}

// broken returns the invariant that a fault is said to break, by its number or package:number. Of several
// with one number it is that of the file which the fault is planted in, or whose name begins that file's.
func broken(all []rule, f overlay.Fault, number string) (rule, error) {
	dir, file := f.In(), path.Base(f.Patches[0].File)
	if d, n, other := strings.Cut(number, ":"); other {
		dir, number, file = d, n, ""
	}
	var found []rule
	for _, r := range all {
		if r.dir == dir && r.number == number {
			found = append(found, r)
		}
	}
	if len(found) > 1 {
		found = slices.DeleteFunc(found, func(r rule) bool { return !strings.HasPrefix(file, strings.TrimSuffix(r.file, ".go")) })
	}
	if len(found) != 1 {
		return rule{}, fmt.Errorf("fault %s breaks %s of %s, which is stated %d times", f.Name, number, dir, len(found))
	}
	return found[0], nil
}

// drawn is the map from invariants to the faults that break them and the scenarios that find these, and then
// the faults of which no invariant is known, by package. Each invariant has a fault, or there is an error.
func drawn(root string) (string, error) {
	dirs := map[string]bool{}
	for _, f := range overlay.Faults {
		dirs[f.In()] = true
	}
	for _, dir := range woven {
		dirs[dir] = true
	}
	all, err := rules(root, slices.Sorted(maps.Keys(dirs)))
	if err != nil {
		return "", err
	}
	lines, others := map[rule][]string{}, map[string][]string{}
	for _, f := range overlay.Faults {
		line := fmt.Sprintf("%-34s %s %s", f.Name, strings.TrimPrefix(f.Package, "./"), f.Test)
		for _, number := range breaksOf(f) {
			r, err := broken(all, f, number)
			if err != nil {
				return "", err
			}
			lines[r] = append(lines[r], line)
		}
		if len(breaksOf(f)) == 0 {
			others[f.In()] = append(others[f.In()], line)
		}
	}
	var b strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		fmt.Fprintf(&b, "== %s\n", dir)
		for _, r := range all {
			if r.dir != dir {
				continue
			}
			if len(lines[r]) == 0 {
				return "", fmt.Errorf("no fault is known to break %s of %s, in %s", r.number, dir, r.file)
			}
			name := fmt.Sprintf("%s %s", r.number, r.file)
			for _, line := range lines[r] {
				fmt.Fprintf(&b, "%-18s %s\n", name, line)
				name = ""
			}
		}
		for _, line := range others[dir] {
			fmt.Fprintf(&b, "%-18s %s\n", "", line)
		}
	}
	return b.String(), nil
}
