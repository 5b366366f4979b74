//go:build !unix

package drive

import (
	"os"
	"time"
)

// processorTime and peakBytes are known on Unix only.
func processorTime() time.Duration     { return 0 }
func peakBytes(*os.ProcessState) int64 { return 0 }
