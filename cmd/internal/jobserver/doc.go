// Package jobserver shares a number of jobs with GNU make and with all that speak its protocol: cargo,
// ninja, other skuas. It imports nothing of the tool.
//
//	makeflags.go  the words of MAKEFLAGS and CARGO_MAKEFLAGS that say where a jobserver is
//	pool.go       a pool of tokens, to which one's own implicit one belongs
//	open.go       joining the pool of another process
//	serve.go      a pool for the commands of this process
//	guard.go      tokens go back when a signal ends this process
//	other.go      where there are no pipes with names
//
// # The protocol
//
// A pipe holds a byte, a token, for each job but one. A process below has one token from the start, for
// which its parent has taken a byte, or which is the parent's own. For each further job that it runs at
// the same time it reads a byte, and writes the same byte back when the job has ended. So as many jobs
// run in the whole tree as there are bytes, and one.
//
// # The pipe is not ours
//
// A process that shares an open file with others shares its O_NONBLOCK: set by one, reads of all others
// fail that expect to wait. A read that waits, on the other hand, cannot be left when a run ends. So the
// pipe is opened a second time, by the name that the system has for its descriptor, with flags of its own.
// NOT: poll and then read. Between the two another process takes the byte, and the read waits.
//
// # Lost tokens
//
// A process that is killed by SIGKILL with tokens in its hand takes them along; nobody can tell how many.
// Only the process that serves knows the sum, and it knows it when none of its own jobs runs: then
// all bytes are in the pipe, or lost. It fills the pipe up then, see Pool.Release. A pool of which all bytes
// are lost runs one job at a time, and so comes to that moment with each.
package jobserver
