// Package replay tests recordings of the steal schedule, and runs that follow one.
package replay
