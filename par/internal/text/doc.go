// Package text sorts slices of strings by a sample, on the workers of a call.
//
//	sort.go     Sort: distribute to buckets, sort each by one worker
//	classes.go  the splitters, and which bucket a string belongs to
//	bucket.go   the sort of a bucket, by eight bytes at a time
package text
