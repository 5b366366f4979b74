//go:build !race

package tooltest

// Race tells whether the race detector is on.
const Race = false
