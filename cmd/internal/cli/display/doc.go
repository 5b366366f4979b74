// Package display shows messages and how far the work is. It is the one way in which commands show
// progress: a line that is redrawn on a terminal, and a message now and then elsewhere. The
// commands import it.
//
// display.go has the Display, every.go the clock that keeps it up to date, terminal.go tells what
// is a terminal.
package display
