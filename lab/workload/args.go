package workload

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Param describes a parameter of a workload: enough for a command line to
// offer it.
type Param struct {
	Name    string
	Short   string // a letter, or empty
	Default string // as text; empty if it depends on other parameters
	Doc     string // one line; the word in back quotes stands for the value
}

// Args are parameters by name, as text.
type Args map[string]string

const maxSeed = 1 << 30 // arbitrary: as many inputs are enough

// wide is 1 where an int has 64 bits and 0 where it has 32: there some workloads
// must be smaller, so that their answers and their numbers of tasks fit.
const wide = math.MaxInt >> 62

// whole returns the whole number called name, def if it is absent. The error
// names the parameter and the range allowed.
func (a Args) whole(name string, def, low, high int) (int, error) {
	text, ok := a[name]
	if !ok {
		return def, nil
	}
	v, err := strconv.Atoi(text)
	if err != nil || v < low || v > high {
		return 0, fmt.Errorf("bad value %q for %s: want a whole number from %d to %d", text, name, low, high)
	}
	return v, nil
}

// real is whole for real numbers.
func (a Args) real(name string, def, low, high float64) (float64, error) {
	text, ok := a[name]
	if !ok {
		return def, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= low && v <= high) { // not v < low: no comparison holds for a NaN
		return 0, fmt.Errorf("bad value %q for %s: want a number from %v to %v", text, name, low, high)
	}
	return v, nil
}

// choice returns the word called name, which is one of those allowed; the first
// of them if it is absent.
func (a Args) choice(name string, allowed ...string) (string, error) {
	text, ok := a[name]
	if !ok {
		return allowed[0], nil
	}
	if !slices.Contains(allowed, text) {
		return "", fmt.Errorf("bad value %q for %s: want %s", text, name, strings.Join(allowed, " or "))
	}
	return text, nil
}
