//go:build !linux

package grid

import "time"

func processorTime() (time.Duration, bool) { return 0, false }
