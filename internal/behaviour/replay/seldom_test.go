//go:build race

package replay

// With the race detector all takes ten times as long.
func records() int { return 1 }
func replays() int { return 3 }
func often() int   { return 10 }
