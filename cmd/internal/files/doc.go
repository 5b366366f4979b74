// Package files moves files to where items run, and what they made back.
//
//	ref.go      a file's name and content, by hash
//	store.go    a directory of contents by hash, of bounded size
//	sandbox.go  a directory of its own for an item: its inputs, and what it changed
//
// A content is sent to a host at most once: it is named by its SHA-256, and checked against that
// where it arrives. What comes back is written to a temporary file beside its place and renamed, so
// a file is whole or absent, and a second execution of the same item is harmless.
package files
