//go:build !unix

package each

import "math"

// openFiles is how many files this process may have open: there is no limit of that kind.
func openFiles() int { return math.MaxInt32 }
