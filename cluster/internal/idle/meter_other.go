//go:build !linux

package idle

import (
	"fmt"
	"runtime"
)

// NewMeter returns an error: how much the owner computes is read on Linux only.
func NewMeter() (Meter, error) {
	return nil, fmt.Errorf("the owner's load is not watched on %s, the guest only has the lowest priority", runtime.GOOS)
}
