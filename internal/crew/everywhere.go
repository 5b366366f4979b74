//go:build !explore

package crew

// shards is a power of two: arbitrary.
const shards = 64

// seen is a power of two: arbitrary.
const seen = 256

// everywhere is the one table of which worker runs on which goroutine.
var everywhere bound

func newBound() *bound { return &everywhere }
