// Package cluster is the command skua cluster, which looks at a cluster and submits jobs to it. The
// cluster itself is package cluster beside the root module. Command skua imports it.
//
// There is a file for each of its commands, but dead.go also has those for dead letters and whole
// jobs, and status.go has jobs.
package cluster
