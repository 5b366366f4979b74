//go:build race

package replay

// With the race detector all takes ten times as long.
const (
	records = 1
	replays = 3
	often   = 10
)
