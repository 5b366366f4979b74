// Package pieces runs forks, and loops in pieces, on goroutines of their own in race builds, so that the race
// detector sees which branches and which indices are parallel (internal/apart). In other builds it does
// nothing.
//
//	forks.go  Frame.Fork and Join    loops.go  Loop.Run    off.go  other builds
package pieces
