// Package flags has flags and checks that several commands have in common. The commands import it.
//
// flags.go is all of it.
package flags
