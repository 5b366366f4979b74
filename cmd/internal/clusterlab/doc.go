// Package clusterlab runs the tasks of the experiment "cluster" on a real cluster: a
// NATS server in this process, and processes of this program as nodes. It is for the
// command skua.
//
//	run.go    one run: server, nodes, a job of sleeping tasks
//	node.go   what a node's process does, and how it is started
//	delay.go  a proxy that makes messages take longer
package clusterlab
