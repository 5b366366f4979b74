// Package forkjoin lets one program run on several schedulers: an algorithm is written once
// over Ctx, and a Scheduler runs it.
//
//	ctx.go         Ctx, and what a task is
//	scheduler.go   the schedulers by their names
//	typed.go       skua's typed frames
//	deques.go      the deques of package deque, as package classic runs forks on them
//	goroutines.go  a goroutine for each fork
//	serial.go      none: plain calls
//
// A loop is divided in halves by the same function for every scheduler, so all of them get the
// same forks: what differs is what a fork and a steal cost.
package forkjoin
