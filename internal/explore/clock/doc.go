// Package clock is the twin of skua's internal/clock: inside the virtual machine room it tells the
// room's time, elsewhere the real one. The overlay puts this package's clock.go in the place of the
// other's.
package clock
