// Package server finds the NATS server of a cluster, or is it: the three deployments
// behind one call, Open.
package server
