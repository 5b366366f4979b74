package lab

import (
	"context"
	"fmt"
)

// A Runner is what an experiment's Run gets: its parameters, and where samples
// go.
type Runner struct {
	Seed    uint64
	Quick   bool
	Workers int // of the machine: how many can really run at a time

	params map[string][]int
	table  *Table
	saved  map[string][]Row // cases of an interrupted run, by key
	keep   func(key string, rows []Row) error
	report func(key string)
}

// Ints returns the values of a parameter.
func (r *Runner) Ints(name string) []int {
	v, ok := r.params[name]
	if !ok {
		panic(fmt.Sprintf("lab: no parameter is called %q", name))
	}
	return v
}

// Int returns the value of a parameter that has one.
func (r *Runner) Int(name string) int { return r.Ints(name)[0] }

// Case takes the samples of one combination of parameters: the columns of key are
// added to each row that measure returns. A case that an interrupted run has
// saved is not measured again. It returns the cause of the end of ctx before it
// begins a case.
func (r *Runner) Case(ctx context.Context, key Row, measure func() ([]Row, error)) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	name := caseName(key)
	rows, ok := r.saved[name]
	if !ok {
		if r.report != nil {
			r.report(name)
		}
		var err error
		if rows, err = measure(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if r.keep != nil {
			if err := r.keep(name, rows); err != nil {
				return err
			}
		}
	}
	for _, row := range rows {
		all := Row{}
		for k, v := range key {
			all[k] = v
		}
		for k, v := range row {
			all[k] = v
		}
		r.table.Add(all)
	}
	return nil
}
