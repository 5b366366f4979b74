package trace

import (
	"runtime"
	"strings"
)

// stacks returns the stacks of all goroutines.
func stacks() []string {
	buf := make([]byte, 1<<20)
	return strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n")
}
