//go:build unix

package each

import (
	"math"

	"golang.org/x/sys/unix"
)

// openFiles is how many files this process may have open. Go's runtime has raised the limit as
// far as it may; commands get the one from before.
func openFiles() int {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}
