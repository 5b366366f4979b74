//go:build !race

package main

// slower is how much longer to wait for a program under the race detector.
const slower = 1
