//go:build !unix

package drive

import "os"

func waits(*os.ProcessState) float64 { return 0 }
