// Package drive runs the cases: each sample in a process of its own, the ways of
// a case in turn, round after round, so that what disturbs the machine disturbs
// all of them alike.
//
//	sample.go      the line that a child prints
//	measure.go     the child's side: warm-up, repetitions, costs
//	child.go       the driver's side: start a child, wait for it, judge its end
//	waits_unix.go  waits_other.go  how often the child slept
//	stall.go       whether a child still gets anywhere
//	probe.go       whether the machine has processors for a round
//	plan.go        how many rounds a row has time for
//	run.go         rounds over ways, and which are not asked again
//	against.go     two builds of this program in turns
//	results.go     what a run found, to be stored
//	origin.go      where its numbers come from, and which may stand in one table
//	statistics.go  medians and their intervals
//
// A child that runs past its deadline, deadlocks or crashes is killed and shown as
// such. A wrong answer ends the whole run.
package drive
