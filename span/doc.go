// Package span divides intervals of indices among workers: the work-stealing
// range, and partitioners built on it and beside it.
//
//	space.go   an interval and its grain     pace.go     how long a chunk lasts
//	range.go   the work-stealing range       part.go     its owner's way through it
//
// It imports floor 0 only. The scheduler runs its loops on Part; the partitions
// can be used from plain goroutines, without a pool.
package span
