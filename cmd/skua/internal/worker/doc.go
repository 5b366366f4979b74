// Package worker is the command skua worker, a node of a cluster. Command skua imports it.
//
// worker.go has the flags and the life of the node, handlers.go what it can do by itself, log.go
// its messages, health.go whether it takes tasks, for what starts and stops it. session_*.go makes a
// guest lead a session of its own, clock_*.go measures a task that computes.
package worker
