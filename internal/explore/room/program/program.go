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
	// start makes what the program needs and returns a repetition, which may return a time of its own
	// instead of the whole one.
	start func(pool *skua.Pool, workers int, p Params) func() time.Duration
}

// Programs are all programs.
var Programs = slices.Concat(trees, loops, spawns, wakes, deques)

// Find returns the program of that name with the parameters that the words name, as in n=10.
func Find(name string, words []string) (Program, Params, error) {
	i := slices.IndexFunc(Programs, func(p Program) bool { return p.Name == name })
	if i < 0 {
		return Program{}, nil, fmt.Errorf("no program %q: there are %s", name, strings.Join(names(), ", "))
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

func names() (list []string) {
	for _, p := range Programs {
		list = append(list, p.Name)
	}
	return list
}

// Start returns a repetition of the program on a pool of that many workers. It returns the time that
// the program wants to be judged by, or 0: then it is all of the time.
func (p Program) Start(pool *skua.Pool, workers int, params Params) (repeat func() time.Duration) {
	return p.start(pool, workers, params)
}

// whole is a repetition that is judged by all of its time.
func whole(f func()) func() time.Duration {
	return func() time.Duration { f(); return 0 }
}
