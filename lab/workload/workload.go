package workload

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/skua-go/skua"
)

// A Workload is a program in two versions, before its parameters are known.
type Workload struct {
	Name   string
	Doc    string // one line
	Params []Param

	prepare func(*reader) *Instance
}

// An Instance is a workload with its parameters fixed. It can be run any
// number of times, by several callers at once.
type Instance struct {
	// Params are the parameters in force, as a value to print as JSON.
	Params any

	// Parallel runs the parallel version at p and returns the answer. It ends
	// early, as every fork does, if the run that p belongs to is cancelled.
	Parallel func(p skua.Place) any

	// Sequential runs the sequential twin and returns the answer. It cannot be
	// interrupted.
	Sequential func() any

	// Check says what is wrong with an answer of Parallel or Sequential, as far
	// as the literature knows the right one.
	Check func(answer any) error

	// Tasks is how many forks Parallel makes on the way to answer, or how many
	// tasks it spawns, or how many loops it runs. Where that is a matter of luck
	// it is the number of the last run, of either version.
	Tasks func(answer any) int
}

// All returns the workloads in the order in which to present them.
func All() []Workload {
	return []Workload{
		fibWorkload, queensWorkload, utsWorkload,
		sortWorkload, matmulWorkload, strassenWorkload, luWorkload, heatWorkload, mandelbrotWorkload, primesWorkload,
		knapsackWorkload, quicksortWorkload, quickselectWorkload, treeSumWorkload, skynetWorkload,
		spcWorkload, bpcWorkload, dagWorkload, batchWorkload,
	}
}

// Find returns the workload of that name.
func Find(name string) (Workload, error) {
	var names []string
	for _, w := range All() {
		if w.Name == name {
			return w, nil
		}
		names = append(names, w.Name)
	}
	return Workload{}, fmt.Errorf("unknown workload %q: want %s", name, strings.Join(names, ", "))
}

// New fixes the parameters; those absent from args have their defaults. The
// error names the parameter at fault and what is allowed. Nothing is run.
func (w Workload) New(args Args) (*Instance, error) {
	for name := range args {
		if !w.has(name) {
			return nil, fmt.Errorf("%s has no parameter %q", w.Name, name)
		}
	}
	r := &reader{args: args}
	instance := w.prepare(r)
	if err := errors.Join(r.errs...); err != nil {
		return nil, err
	}
	return instance, nil
}

func (w Workload) has(name string) bool {
	for _, p := range w.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// checkEqual is the Check of a workload whose answer is known to be want.
func checkEqual(want any) func(any) error {
	return func(got any) error {
		if got != want {
			return fmt.Errorf("the answer is %v, want %v", got, want)
		}
		return nil
	}
}

// checkLater is checkEqual for an answer that takes a while to compute: it is
// computed once, by the first check.
func checkLater(compute func() any) func(any) error {
	want := sync.OnceValue(compute)
	return func(got any) error { return checkEqual(want())(got) }
}
