package program

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua"
)

// Params are a program's numbers by name; times are in nanoseconds.
type Params map[string]int

// Program is a program with its parameters.
type Program struct {
	Name string
	Doc  string
	// Default has the parameters. One that is called "each" is for one worker.
	Default Params
	// Start makes what the program needs on a pool of that many workers, and returns a repetition. That
	// returns the time that the program wants to be judged by, or 0: then it is all of the time.
	Start func(pool *skua.Pool, workers int, p Params) func() time.Duration
}

// Programs are all programs.
var Programs = slices.Concat(trees, loops, spawns, wakes, deques, queues, classics)

// Find returns the program of that name with the parameters that the words name, as in n=10.
func Find(name string, words []string) (Program, Params, error) {
	i := slices.IndexFunc(Programs, func(p Program) bool { return p.Name == name })
	if i < 0 {
		return Program{}, nil, fmt.Errorf("no program %q: there are %s", name, Names())
	}
	p := Programs[i]
	params := maps.Clone(p.Default)
	for _, word := range words {
		key, text, _ := strings.Cut(word, "=")
		n, err := strconv.Atoi(text)
		if _, known := params[key]; !known || err != nil || n < 0 {
			return p, nil, fmt.Errorf("%s does not take %q: it takes numbers for %s", name, word, strings.Join(slices.Sorted(maps.Keys(p.Default)), ", "))
		}
		params[key] = n
	}
	return p, params, nil
}

// Names are the names of all programs, in one text.
func Names() string {
	var list []string
	for _, p := range Programs {
		list = append(list, p.Name)
	}
	return strings.Join(list, ", ")
}

// whole is a repetition that is judged by all of its time.
func whole(f func()) func() time.Duration {
	return func() time.Duration { f(); return 0 }
}
