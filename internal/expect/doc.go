// Package expect has what tests of any package need: something ends in time, comes true in
// the end, panics, or ends its goroutine; each index of an interval came once; a test has
// three sizes; and what a deque in blocks answers.
//
//	expect.go   what a function does      seen.go   what goroutines do together
//	size.go     how much a test does      usage_unix.go, usage_other.go   a process's processor time
//	blocks.go   the model of a deque in blocks
//
// Only tests import it, also those of the lowest floors: it imports nothing of skua.
package expect
