//go:build !explore

package bound

// How many goroutines need no lock, and how many locks there are: powers of two, arbitrary.
const (
	slots  = 256
	shards = 64
)

// OneTable says that all pools have one table.
const OneTable = true
