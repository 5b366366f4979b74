//go:build unix

package nodes

import "syscall"

// noBlock opens a named pipe without waiting for its other end.
const noBlock = syscall.O_NONBLOCK
