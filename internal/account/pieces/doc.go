// Package pieces says how long pieces of work took, and how much longer in company than alone. It is a room
// of internal/account.
//
//	histogram.go  how long they took
//	beside.go     those just before and after a time in which others were held, beside those in it
package pieces
