// Package dash is --dashboard of the commands that take long: a page in the browser that shows what
// the command does, as long as it does it.
//
//	dash.go     the flag, and the dashboard from Start to Close
//	cluster.go  what the dashboard tells of a cluster
//	batch.go    … and of a batch, whose hosts are its nodes
package dash
