// Package clock is the twin of skua's internal/clock: inside the virtual machine room it tells the
// room's time, in an exploration that of the thread's steps, elsewhere the real one. The overlay puts this
// package's clock.go in the place of the other's.
package clock
