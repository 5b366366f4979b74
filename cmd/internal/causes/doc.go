// Package causes has programs that waste processors, each in one way, for the test of skua why:
// it must name the cause and the line. A program takes no arguments and prints what it found, so
// that nothing of it can be left out; the line to blame has the comment "the line".
//
//	serial    a serial part between loops       longleaf  one branch has most of the work
//	tiny      forks of some microseconds        series    short loops, one after the other
//	memory    all count in one word             garbage   all allocate
//	mutex     all want one lock                 good      nothing is wrong
//
// Package unseen, below, has programs that were written after the rules of the account, by hands
// of other habits.
package causes
