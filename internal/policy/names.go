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
