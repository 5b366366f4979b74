//go:build race

package call

// Raced says whether the race detector looks on.
const Raced = true
