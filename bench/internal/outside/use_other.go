//go:build !linux

package outside

import "os"

func selfTime(int) float64 { return 0 }

func maxRSS(*os.ProcessState) int64 { return 0 }
