// Package park is the twin of skua's internal/park under the explorer's control,
// and behaves like it outside an exploration. The overlay puts this package's
// park.go in the place of the other's; toys in tests import it as it is.
package park
