//go:build !unix

package each

import "time"

// usedTime is not known.
func usedTime() (own, children time.Duration) { return 0, 0 }
