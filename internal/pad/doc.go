// Package pad keeps words that different workers write apart in memory.
//
// It imports nothing and may be imported by every package.
package pad
