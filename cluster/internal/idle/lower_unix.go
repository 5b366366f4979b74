//go:build unix && !linux

package idle

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Lower gives this process the lowest priority, nice 19. It cannot be taken back
// without privileges. The note says in words what holds.
func Lower() (note string, err error) {
	if err := unix.Setpriority(unix.PRIO_PROCESS, 0, 19); err != nil {
		return "", fmt.Errorf("lower the priority of this process: %w", err)
	}
	return "nice 19", nil
}
