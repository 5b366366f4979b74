// Package why is the command skua why: it runs a program that uses skua, records it, and says in a
// sentence why it was not as many times faster as there are processors. Command skua imports it.
//
// why.go has the flags and the order of things, program.go runs the program, absent.go says why it
// left no recording, serial.go compares with a run on one processor, forecast.go says what would
// be if, base.go compares with an earlier recording, gate.go fails if something is worse than it
// may be, document.go reads and prints JSON, table.go prints for people, picture.go draws the
// workers' time.
package why
