package policy

import (
	"fmt"
	"slices"
)

// pick returns the policy of that name, or an error that lists the names.
func pick[T ~uint8](what, name string, names []string) (T, error) {
	if i := slices.Index(names, name); i >= 0 {
		return T(i), nil
	}
	return 0, fmt.Errorf("%s %q is none of %q", what, name, names)
}
