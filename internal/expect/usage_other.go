//go:build !unix

package expect

import "time"

// ProcessorTime returns what this process has used of all processors so far, and
// whether this system can tell.
func ProcessorTime() (time.Duration, bool) { return 0, false }
