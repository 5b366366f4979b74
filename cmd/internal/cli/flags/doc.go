// Package flags has flags and checks that several commands have in common. The commands import it.
//
// flags.go has them, nearest.go what a mistyped word may stand for.
package flags
