//go:build !explore

package bound

// How many parts the table has, and how many sightings: powers of two, arbitrary.
const (
	shards = 64
	seen   = 256
)

// OneTable says that all pools have one table.
const OneTable = true
