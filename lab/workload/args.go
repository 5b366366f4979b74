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

// A reader reads the parameters of one workload, and keeps an error for each wrong value.
// A wrong value reads as the least value that is allowed. So prepare can go on without a
// look at the errors, unless a wrong value makes the work large or another value
// meaningless; New returns the errors and drops the instance.
type reader struct {
	args Args
	errs []error
}

func (r *reader) fail(err error) { r.errs = append(r.errs, err) }

// failed reports whether a value was wrong so far.
func (r *reader) failed() bool { return len(r.errs) > 0 }

// whole returns the whole number called name, or def if it is absent. The error names
// the parameter and the range allowed.
func (r *reader) whole(name string, def, low, high int) int {
	text, ok := r.args[name]
	if !ok {
		return def
	}
	v, err := strconv.Atoi(text)
	if err != nil || v < low || v > high {
		r.fail(fmt.Errorf("bad value %q for %s: want a whole number from %d to %d", text, name, low, high))
		return low
	}
	return v
}

// real is whole for real numbers.
func (r *reader) real(name string, def, low, high float64) float64 {
	text, ok := r.args[name]
	if !ok {
		return def
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= low && v <= high) { // not v < low: no comparison holds for a NaN
		r.fail(fmt.Errorf("bad value %q for %s: want a number from %v to %v", text, name, low, high))
		return low
	}
	return v
}

// choice returns the word called name, which is one of those allowed, or the first of
// them if it is absent.
func (r *reader) choice(name string, allowed ...string) string {
	text, ok := r.args[name]
	if !ok {
		return allowed[0]
	}
	if !slices.Contains(allowed, text) {
		r.fail(fmt.Errorf("bad value %q for %s: want %s", text, name, strings.Join(allowed, " or ")))
		return allowed[0]
	}
	return text
}
