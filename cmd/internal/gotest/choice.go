package gotest

import (
	"context"
	"fmt"
	"strings"
)

// What --split may say, but for patterns of packages.
const (
	Seen = "seen" // packages that passed under -shuffle, where go test would cache nothing
	Off  = "off"
)

// enough is how often a package must have passed under -shuffle. Of two tests of which one needs
// the other to have run before, a shuffle finds out with probability 1/2.
const enough = 3

// A choice tells which packages may run in groups.
type choice struct {
	named map[string]bool // by patterns
	seen  bool
}

// choose reads --split.
func choose(ctx context.Context, l *Line, split string) (c choice, err error) {
	if split == Off || split == Seen {
		c.seen = split == Seen && l.first(unsplit) == "" && l.uncached()
		return c, nil
	}
	if flag := l.first(unsplit); flag != "" {
		return c, fmt.Errorf("-%s and --split=%s: a package that runs in groups has no one order, benchmark, profile or list: want --split=%s", flag, split, Off)
	}
	if run, _ := l.value("run"); strings.Contains(run, "/") {
		return c, fmt.Errorf("-run %s and --split=%s: groups are made of whole tests: want a -run without /", run, split)
	}
	c.named, err = sound(ctx, l, strings.Split(split, ","))
	if err != nil {
		return c, fmt.Errorf("--split=%s is neither %s nor %s, and of packages that it could name go list says: %w", split, Seen, Off, err)
	}
	return c, nil
}

func unsplit(k kind) bool { return k.whole || k.plain }

// uncached tells whether go test would keep no result anyway. Packages that may run in groups
// are started by -exec, and then it keeps none.
func (l *Line) uncached() bool {
	return len(l.patterns) == 0 || l.foreign || l.first(func(k kind) bool { return k.uncached }) != ""
}

// has tells whether a package may run in groups.
func (c choice) has(path string, r *record) bool {
	return c.named[path] || c.seen && r != nil && r.Shuffled >= enough
}
