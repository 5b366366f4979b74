// Package expect has what tests of any package need: something ends in time, comes true in
// the end, panics, or ends its goroutine; each index of an interval came once; and a test has
// three sizes.
//
//	expect.go   what a function does      seen.go   what goroutines do together
//	size.go     how much a test does      usage_unix.go, usage_other.go   a process's processor time
//
// Only tests import it, also those of the lowest floors: it imports nothing of skua.
package expect
