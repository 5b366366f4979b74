package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
)

// Mutant is one change to one file. Its key names it by function, rule and text,
// not by line, so that the name outlives changes elsewhere in the file.
type Mutant struct {
	ID   string `json:"id"` // a hash of the key
	Key  string `json:"key"`
	File string `json:"file"` // in the module, with slashes
	Line int    `json:"line"`
	Rule string `json:"rule"`

	from, to int    // the bytes of the file that change
	text     string // what they become
}

// Package is the directory of the mutant's file.
func (m Mutant) Package() string { return path.Dir(m.File) }

// Apply returns the file's text with the change made. It has as many lines as before.
func (m Mutant) Apply(src string) string { return src[:m.from] + m.text + src[m.to:] }

// keyed names the mutants of one file, which must be in the order of the file.
func keyed(mutants []Mutant, src string, function func(from int) string) []Mutant {
	seen := map[string]int{}
	for i := range mutants {
		m := &mutants[i]
		was, now := m.lines(src)
		key := fmt.Sprintf("%s %s %s: %s => %s", m.File, function(m.from), m.Rule, was, now)
		seen[key]++
		if n := seen[key]; n > 1 {
			key += fmt.Sprintf(" #%d", n)
		}
		sum := sha256.Sum256([]byte(key))
		m.Key, m.ID = key, hex.EncodeToString(sum[:4])
	}
	return mutants
}

// lines returns the lines that change, before and after, each as one line.
func (m Mutant) lines(src string) (was, now string) {
	from := strings.LastIndexByte(src[:m.from], '\n') + 1
	to := len(src)
	if n := strings.IndexByte(src[m.to:], '\n'); n >= 0 {
		to = m.to + n
	}
	return brief(src[from:to]), brief(src[from:m.from] + m.text + src[m.to:to])
}

// longest is how many bytes of changed lines a key holds; arbitrary.
const longest = 200

// brief joins lines into one, without comments at their ends.
func brief(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "//")
		words = append(words, strings.Fields(code)...)
	}
	joined := strings.Join(words, " ")
	if len(joined) > longest {
		return joined[:longest] + "…"
	}
	return joined
}
