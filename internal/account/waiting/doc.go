// Package waiting keeps what is known of the spawned tasks that have not begun. It is a room of
// internal/account.
//
//	waiting.go  a table by number, in pages
package waiting
