// Package radix sorts slices of numbers by their digits, on the workers of a call.
//
//	encoding.go  Sort; numbers as unsigned words of the same order
//	sort.go      the sort: what is small, one digit by all workers, the rest by one each
//	places.go    indices in the order of their keys
//	survey.go    the first look: bounds, and what is in order already
//	deal.go      workers deal words to buckets
//	region.go    where each bucket lies in the end
//	move.go      the permutation that brings the buckets there, in place
//	narrow.go    the sort of a bucket by one worker, in its cache
package radix
