// Package queues tells Prometheus what a cluster has to do and who does it: a collector of its queues,
// dead letters and nodes, for the client library of Prometheus. It is apart from package prom,
// which needs no cluster.
package queues
