package overlay

import (
	"fmt"
	"slices"
)

// Small names the patches that shrink sizes.
const Small = "small"

// small shrinks sizes, so that small cases reach every corner.
var small = []Patch{
	{Small, "stack.go", "chunkFrames = 32", "chunkFrames = 2"},
	{Small, "stack.go", "maxChunks   = 12", "maxChunks   = 2"},
	{Small, "internal/sched/wait.go", "const spins = 64", "const spins = 1"},
	{Small, "internal/sched/idle.go", "const rounds = 32", "const rounds = 1"},
	{Small, "internal/sleep/word.go", "jecBits  = 32", "jecBits  = 2"},
	{Small, "internal/sleep/sleep.go", "const words = 16", "const words = 1"},
}

// patches are all there are, in groups of one name.
var patches = append(small, faults...)

// Names returns the names of all planted faults.
func Names() []string {
	var names []string
	for _, p := range patches {
		if p.Name != Small && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

// Named returns the patches with these names.
func Named(names ...string) ([]Patch, error) {
	var out []Patch
	for _, name := range names {
		n := len(out)
		for _, p := range patches {
			if p.Name == name {
				out = append(out, p)
			}
		}
		if len(out) == n {
			return nil, fmt.Errorf("overlay: no patch is called %q", name)
		}
	}
	return out, nil
}
