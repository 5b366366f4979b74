//go:build explore

package bound

// Each is 1: which goroutines share a slot or a lock must not depend on where their descriptors lie.
const (
	slots  = 1
	shards = 1
)

// OneTable is false: each pool has a table of its own, and a schedule that is given up leaves nothing behind.
const OneTable = false
