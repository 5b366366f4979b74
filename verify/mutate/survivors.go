package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// reasons is the list of the mutants that no test can or need see. A key, as the
// report prints it, stands on a line of its own; the reason follows indented, and
// begins with its kind.
//
//go:embed survivors.txt
var reasons string

// kinds are the two sorts of reasons.
var kinds = []string{
	"equivalent",  // the change is no change of what the program does
	"performance", // it is as right as before, and slower or faster
}

// reason says why a survivor may stay.
type reason struct{ kind, text string }

// parseReasons reads such a list by key.
func parseReasons(list string) (map[string]reason, error) {
	out := map[string]reason{}
	key, n := "", 0
	for line := range strings.Lines(list) {
		n++
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] != '\t':
			if _, twice := out[line]; twice {
				return nil, fmt.Errorf("survivors.txt:%d: a mutant stands here twice", n)
			}
			key, out[line] = line, reason{}
		case key == "":
			return nil, fmt.Errorf("survivors.txt:%d: a reason without a mutant", n)
		case out[key].kind != "":
			out[key] = reason{out[key].kind, out[key].text + " " + strings.TrimSpace(line)}
		default:
			kind, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if !slices.Contains(kinds, kind) || text == "" {
				return nil, fmt.Errorf("survivors.txt:%d: a reason begins with one of %q and a colon", n, kinds)
			}
			out[key] = reason{kind, text}
		}
	}
	for key, r := range out {
		if r.kind == "" {
			return nil, fmt.Errorf("survivors.txt: no reason for %s", key)
		}
	}
	return out, nil
}
