// Package pad keeps apart in memory the words that different workers write.
//
// It imports only constants of math and may be imported by every package.
package pad
