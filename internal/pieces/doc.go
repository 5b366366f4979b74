// Package pieces runs a loop of a race build in pieces, on goroutines of their own, so that the race detector
// sees which indices are parallel (internal/apart). In other builds it does nothing.
package pieces
