//go:build !unix

package gauge

import "time"

// ProcessorTime is what this process has used so far, and whether it can be told.
func ProcessorTime() (time.Duration, bool) { return 0, false }
