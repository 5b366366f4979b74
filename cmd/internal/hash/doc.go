// Package hash computes the SHA-256 of every file of a tree by nested loops.
//
// It is the engine of `skua hash`, which alone imports it:
//
//	job.go     the loops over trees
//	check.go   the lines of a sums file, verified while it is read
//	order.go   results in the order of the sequential program, as they come
//	tree.go    the arguments, and the entries of one directory
//	folder.go  the handles of directories, through which all entries are opened
//	handle.go  one such handle: openat(2) on Unix, os.Root elsewhere
//	file.go    the checksum of one file
//	line.go    lines as sha256sum writes and reads them
//	sums.go    files of such lines
//
// # The order
//
// The results come in the order of the bytes of their paths. That is not the
// order of a walk that sorts each directory by name: the walk visits all of "a"
// before "a-b", but '-' < '/', so "a-b" precedes "a/x". It is the order of a walk
// that sorts directories by their name with a slash behind it. No name contains
// a slash, so of two such keys in one directory neither is a prefix of the other
// and the first byte in which they differ decides between all that lies below.
package hash
