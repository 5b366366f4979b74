//go:build !linux

package worker

import "time"

// processorTime returns a clock of the time that passes: on this system there is
// no simple one of the time that a goroutine computes.
func processorTime() (used func() time.Duration, done func()) {
	begun := time.Now()
	return func() time.Duration { return time.Since(begun) }, func() {}
}
