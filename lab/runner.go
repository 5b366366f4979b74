package lab

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// A Runner is what an experiment's Run gets: its parameters, and where samples
// go.
type Runner struct {
	Seed    uint64
	Quick   bool
	Workers int // of the machine: how many can really run at a time

	params   map[string][]int
	table    *Table
	saved    map[string]savedCase // of an interrupted run, by name
	seen     map[string]bool
	expected int
	seconds  float64 // that the cases took, the saved ones too
	keep     func(savedCase) error
	report   func(name string, saved bool)
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

// Expect says how many cases there will be; Options.Progress gets the number.
func (r *Runner) Expect(cases int) { r.expected = cases }

// Rand returns the random numbers of one case: the same for the same seed and
// key, whichever cases were taken before.
func (r *Runner) Rand(key Row) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(caseName(key)))
	return rand.New(rand.NewPCG(r.Seed, h.Sum64()))
}

// Case takes the samples of one combination of parameters: the columns of key are
// added to each row that measure returns. A case that an interrupted run has
// saved is not measured again, so measure must need nothing of other cases. Case
// returns the cause of the end of ctx before it begins a case; a measure that
// takes long should look at ctx too.
func (r *Runner) Case(ctx context.Context, key Row, measure func() ([]Row, error)) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	name := caseName(key)
	if r.seen[name] {
		return fmt.Errorf("%s: the same case twice", name)
	}
	r.seen[name] = true
	c, ok := r.saved[name]
	r.report(name, ok)
	if !ok {
		var err error
		if c, err = r.take(ctx, name, measure); err != nil {
			return err
		}
	}
	r.seconds += c.Seconds
	for _, row := range c.Rows {
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

// take measures a case and keeps it.
func (r *Runner) take(ctx context.Context, name string, measure func() ([]Row, error)) (savedCase, error) {
	begin := time.Now()
	rows, err := measure()
	if err != nil {
		return savedCase{}, fmt.Errorf("%s: %w", name, err)
	}
	if ctx.Err() != nil {
		return savedCase{}, context.Cause(ctx) // the samples may be those of an end, not of a run
	}
	for _, row := range rows {
		if err := row.check(); err != nil {
			return savedCase{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	c := savedCase{Name: name, Seconds: time.Since(begin).Seconds(), Rows: rows}
	return c, r.keep(c)
}

// caseName is a case's key as text, the same for the same key.
func caseName(key Row) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(key)) {
		parts = append(parts, fmt.Sprintf("%s=%v", k, key[k]))
	}
	return strings.Join(parts, " ")
}
