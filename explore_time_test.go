//go:build explore

package skua

import (
	"os"
	"time"
)

// exploreTime bounds one exploration; SKUA_EXPLORE sets another, as in 30s.
var exploreTime = func() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("SKUA_EXPLORE")); err == nil {
		return d
	}
	return time.Second / 2
}()
