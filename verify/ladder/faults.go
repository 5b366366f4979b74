package main

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skua-go/skua/verify/overlay"
)

// faults are the explorer's planted faults, a step for each package that they are planted in. A step
// depends on that package and those that it imports, on the scenarios and on the explorer, but not on
// packages above, although a scenario runs these too: a change there seldom hides a fault below, and
// the night plants all of them.
func faults() []step {
	scenarios := path.Clean(overlay.Scenarios)
	type group struct {
		dirs  map[string]bool // patched, or with the tests that find a fault
		files string
		texts strings.Builder
	}
	groups := map[string]*group{}
	for _, f := range overlay.Faults {
		in := f.In()
		if groups[in] == nil {
			groups[in] = &group{dirs: map[string]bool{}, files: explorerFiles}
		}
		g := groups[in]
		fmt.Fprintf(&g.texts, "%q\n", f)
		if tests := path.Clean(f.Package); tests != scenarios {
			g.dirs[tests] = true
		} else if !strings.HasSuffix(g.files, scenarios) {
			g.files += " " + scenarios
		}
		for _, p := range f.Patches {
			g.dirs[path.Dir(p.File)] = true
		}
	}
	var steps []step
	for _, in := range slices.Sorted(maps.Keys(groups)) {
		g := groups[in]
		steps = append(steps, step{
			name:    "faults: " + in,
			command: "go run ./verify/explore -faults -in " + in,
			with:    strings.Join(slices.Sorted(maps.Keys(g.dirs)), " ") + " " + explorer,
			files:   g.files,
			also:    g.texts.String(),
		})
	}
	return steps
}
