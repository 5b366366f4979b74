//go:build !unix

package drive

import "time"

// processorTime is known on Unix only.
func processorTime() time.Duration { return 0 }
