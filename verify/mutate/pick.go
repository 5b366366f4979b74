package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
)

// choice says which mutants of a package are tried.
type choice struct {
	match  *regexp.Regexp // of "file:line rule id"
	sample int            // at most this many; 0 is all
	seed   string         // which ones a sample takes
	shard  int            // every of-th, from the shard-th on, counted from 1
	of     int
}

// parseShard reads i/n.
func (c *choice) parseShard(text string) error {
	c.shard, c.of = 1, 1
	if text == "" {
		return nil
	}
	if n, err := fmt.Sscanf(text, "%d/%d", &c.shard, &c.of); n != 2 || err != nil || c.shard < 1 || c.shard > c.of {
		return fmt.Errorf("-shard %s: want i/n, with i from 1 to n", text)
	}
	return nil
}

// pick returns the chosen mutants in their order. The same seed takes the same
// sample, and a larger sample contains the smaller one.
func (c choice) pick(mutants []Mutant) []Mutant {
	mutants = slices.DeleteFunc(slices.Clone(mutants), func(m Mutant) bool {
		return c.match != nil && !c.match.MatchString(fmt.Sprintf("%s:%d %s %s", m.File, m.Line, m.Rule, m.ID))
	})
	if c.sample > 0 && c.sample < len(mutants) {
		slices.SortFunc(mutants, func(a, b Mutant) int { return cmp.Compare(c.lot(a), c.lot(b)) })
		mutants = mutants[:c.sample]
		slices.SortFunc(mutants, func(a, b Mutant) int {
			return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.from, b.from), cmp.Compare(a.Key, b.Key))
		})
	}
	var mine []Mutant
	for i, m := range mutants {
		if i%c.of == c.shard-1 {
			mine = append(mine, m)
		}
	}
	return mine
}

func (c choice) lot(m Mutant) string {
	sum := sha256.Sum256([]byte(c.seed + m.Key))
	return string(sum[:])
}
