// Package prom tells Prometheus what a pool does: a collector of its Stats, for the client
// library of Prometheus. It is a module of its own, since skua itself requires nothing.
package prom
