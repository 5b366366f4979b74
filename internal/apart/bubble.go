//go:build race && !explore

package apart

import "time"

// bubbled reports whether the caller is in a bubble of testing/synctest: there is no monotonic clock in one.
//
// A goroutine may use a channel that was made in a bubble only in that bubble, and its clock moves on when
// all its goroutines wait for such channels, or for the clock. So a pool that is made in a bubble, and used
// there alone, has branches, whose channels are the bubble's. In a bubble with a pool of the outside nothing
// is a branch, since whoever gets a turn back hands it to any branch of the pool.
//
// NOT: wait by locks, which have no bubble. The clock of the bubble would stand still while a branch sleeps.
func bubbled() bool {
	now := time.Now()
	return now == now.Round(0) // which drops the reading of that clock
}
