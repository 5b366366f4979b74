//go:build !unix

package idle

import (
	"fmt"
	"runtime"
)

// Lower returns an error: the priority is lowered on Unix systems only.
func Lower() (note string, err error) {
	return "", fmt.Errorf("the priority is not lowered on %s", runtime.GOOS)
}
