//go:build explore

package crew

import "github.com/skua-go/skua/internal/self"

// shards is 1: which goroutines share a lock must not depend on where their descriptors
// lie.
const shards = 1

// seen is 1 for the same reason.
const seen = 1

// everywhere is unused: each pool has a table of its own, and a schedule that is given
// up leaves nothing behind.
var everywhere bound

func newBound() *bound { return new(bound) }

// Here makes the calling goroutine the one that runs w.
func (w *Worker) Here() { w.Self.Store(self.Goroutine()) } // ORDER: only the goroutine of that name acts on it
