package expect

import (
	"os"
	"testing"
)

// Size returns how much a test is to do, of its three sizes: short with -short, night where the
// environment has SKUA_NIGHT=1, and usual otherwise. A test that computes for long picks by it how many
// rounds, seeds or combinations it tries; what it asserts is the same in all sizes:
//
//	for range expect.Size(5, 20, 100) {
//
// -short goes before the variable.
func Size[T any](short, usual, night T) T {
	switch {
	case testing.Short():
		return short
	case Night():
		return night
	}
	return usual
}

// Night reports whether tests are to do all they can, however long it takes.
func Night() bool { return os.Getenv("SKUA_NIGHT") == "1" && !testing.Short() }
