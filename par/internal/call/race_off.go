//go:build !race

package call

// Raced says whether the race detector looks on.
const Raced = false

// Hide does nothing in this build.
func Hide() {}

// Show does nothing in this build.
func Show() {}
