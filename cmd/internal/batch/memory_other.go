//go:build !linux

package batch

// Available returns how many bytes of memory this process and its children can take.
// Here it cannot tell.
func Available() (int64, error) { return 0, errNoMemory }
