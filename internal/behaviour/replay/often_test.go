//go:build !race

package replay

// How often programs are recorded, and each recording is replayed.
const (
	records = 3
	replays = 5
	often   = 100 // of a flaky test
)
