// Package grid holds par to its promise: no call is slower than the serial loop over the same function
// value, at any length, with elements of any cost; and from a tenth of a millisecond of work on a second
// worker pays.
//
//	cell.go     what was measured of one function at one length and cost, and the verdict
//	subject.go  a function of par beside its serial loops; the list of all
//	loops.go  reductions.go  predicates.go  keys.go  orders.go   the subjects
//	serial.go   the serial loops over a function value
//	measure.go  a cell: the ways in turns
//	used_linux.go  used_other.go   what a process has used of the processors
//	data.go     what a run found: as tab-separated values
//	page.go     the page of runs
//	picture.go  a run as a heat map
//
// A run has a process for each subject and number of workers: bench/grid.go.
package grid
