// Package score is what the programs of the scoreboard have in common: it reads the arguments
// that the harness gives, runs the program twice, and prints the second run as the harness
// wants it.
//
//	score.go       a program, its arguments and its output
//	rss_unix.go    the most memory that was resident
//	rss_other.go   where nobody can say
package score
