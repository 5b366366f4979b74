// Package cluster runs tasks over the processes and machines of a cluster.
package cluster
