// Package cluster predicts, and measures where the tool can start processes, how hosts
// that steal from each other level the load of a cluster: what Agrawal and Indurkha
// leave to others [AI22].
//
//	cluster.go        the policies, the tasks and the runs
//	cluster_judge.go  what they say of stealing
//
// It may not use the cluster's module. So cmd, which may, passes Measured what runs a
// real one. Only lab/claims and cmd import it.
package cluster
