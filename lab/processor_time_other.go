//go:build !unix

package lab

import "time"

// processorTime is what this process has used so far, and whether it can be told.
func processorTime() (time.Duration, bool) { return 0, false }
