// Package expect has what tests of any package need: something ends in time, comes true in
// the end, panics, or ends its goroutine; and each index of an interval came once.
//
//	expect.go   what a function does      seen.go   what goroutines do together
//
// Only tests import it, also those of the lowest floors: it imports nothing of skua.
package expect
