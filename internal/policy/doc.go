// Package policy holds the scheduler's decisions, apart from its mechanism:
// whom to rob, how much private work to expose, when to keep some of it public.
// Each is a small pure function over plain data, so that the scheduler and the
// simulator run the same code.
//
// It imports nothing of skua; internal/sched, lab and the facade import it.
package policy

import "fmt"

// pick returns the index of name in names, or an error that lists them.
func pick(what, name string, names []string) (int, error) {
	for i, n := range names {
		if n == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s %q is none of %q", what, name, names)
}
