// Package cases holds the questions of the benchmarks, and every way to answer
// them: a serial one, skua's own, and one for each rival that has what it takes,
// each written as its users would. Most cases have a file of their own; small ones of a
// kind share one (loops.go, reductions.go, turf.go).
//
//	case.go    what a case, a way and a run are
//	all.go     the list of all cases
//	params.go  parameters of cases, as text
//	ways.go    the ways that many cases share: rivals, native programs
//	data.go    numbers that look random, checksums, and work of a known length
//
// Answers are computed and compared outside of what is timed, and are the same
// text from every way, native programs included.
package cases
