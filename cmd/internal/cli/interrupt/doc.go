// Package interrupt ends commands at SIGINT and SIGTERM, also those that the system holds. The
// commands import it.
//
// interrupt.go has the context that a signal ends and the exit code for it, await.go what does not
// wait for a system call after that.
package interrupt
