// Package prefetch says how many tasks a node of a cluster should hold before it can run them. The
// nodes of module cluster and those that the laboratory simulates decide by it.
package prefetch
