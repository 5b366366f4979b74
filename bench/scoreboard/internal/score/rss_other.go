//go:build !unix

package score

// peak is what the harness takes for unknown.
func peak() int64 { return -1 }
