package clock

import "time"

// Bubbled reports whether the caller is in a bubble of testing/synctest, whose clock has no monotonic
// reading, and stands still unless all goroutines of the bubble wait. It takes as long as time.Now.
func Bubbled() bool {
	now := time.Now()
	return now == now.Round(0) // which drops that reading
}
