// Package pieces knows pieces of work: how long they took, how much longer in company than alone, and which
// have not begun. It is a room of internal/account.
//
//	histogram.go  how long they took
//	beside.go     those just before and after a time in which others were held, beside those in it
//	waiting.go    spawned tasks that have not begun, by number
package pieces
