// Package interrupt ends commands at SIGINT, SIGTERM and SIGHUP, also those that the system holds. The
// commands import it.
//
// interrupt.go has the context that a signal ends, the exit code for it, and the end of the process,
// die_*.go how it dies by a signal, await.go what does not wait for a system call after one.
package interrupt
