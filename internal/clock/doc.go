// Package clock is the clock of the scheduler. The virtual machine room
// (verify/room) puts a clock of its own in its place.
//
// It imports nothing of skua and may be imported by every package.
package clock
