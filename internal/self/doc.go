// Package self tells goroutines apart. The scheduler asks it whether a caller
// from outside is really inside: a call on a pool from one of the pool's own
// tasks. And it asks whether a goroutine uses a frame of another goroutine's task, so as
// to report the misuse. The answers decide whether a call goes on as the
// worker of its task, with that task's job and token, or as a guest, and whether it waits in
// line. Indices, and forks and joins that
// are fast, do not ask; each Scope.Go and each call at a *Pool does.
//
// Every processor that Go compiles for has its instruction of assembly. With the
// build tag purego, and on processors that are newer than this package, the
// answer is read from a stack trace instead: other.go. That allocates, takes a
// microsecond, and on a stack of many thousand calls far longer.
//
// Callers walks the stack for a recording that asks which line of the program forks: frames.go, and an
// assembly file for each processor where the walk is quick.
//
// Crashing and PanicBy say what the stack shows of a panic: panic.go.
//
// It imports nothing of skua and may be imported by every package.
package self

// Goroutine returns what no other living goroutine returns, and never 0. After
// the goroutine has ended another may get the same.
func Goroutine() uintptr { return goroutine() }
