// Package rng is the random generator with which thieves choose victims.
//
// It imports nothing and may be imported by every package.
package rng
