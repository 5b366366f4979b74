// Package pad keeps words that different workers write apart in memory.
//
// It imports only constants of math and may be imported by every package.
package pad
