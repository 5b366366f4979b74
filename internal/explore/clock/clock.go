package clock

import (
	"time"

	"github.com/skua-go/skua/internal/explore"
)

var epoch = time.Now()

// Now is the time since the program began, or since the room was opened; in an exploration each thread has
// its own.
func Now() time.Duration {
	if now, ok := explore.Now(); ok {
		return now
	}
	return time.Since(epoch)
}
