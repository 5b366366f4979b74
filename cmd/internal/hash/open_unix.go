//go:build unix

package hash

import "syscall"

// Flags of open: fail on a symbolic link, do not wait for a writer of a pipe.
const (
	noFollow = syscall.O_NOFOLLOW
	noBlock  = syscall.O_NONBLOCK
)
