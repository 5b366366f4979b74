// Package text writes what messages are made of so that neither a reader nor a terminal is misled:
// names of files, numbers, sizes. The commands import it.
//
// text.go is all of it.
package text
