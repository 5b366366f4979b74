// Package pad keeps words that different workers write apart in memory.
//
// It imports nothing and may be imported by every package.
package pad

// Line is two cache lines of 64 bytes: processors fetch lines in pairs, so
// words written by different workers stand at least this far apart.
type Line [128]byte
