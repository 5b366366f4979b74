// Package process runs commands on this machine: each in a process group of its own, its output
// in a spool, with a deadline, and with what it used.
//
//	host.go   this machine as a batch.Host
//	run.go    one command
//	group.go  ending a process with all its descendants
package process
