// Package roster is the list in which thieves find the workers of a pool: they go round it without a lock,
// while workers come and leave. internal/crew has one for its pool.
package roster
