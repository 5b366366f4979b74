// Package order sorts and merges slices by a comparison, on the workers of a call.
//
//	quick.go      Sort, a quicksort down to leaves
//	divide.go     its divisions, by one worker or by all
//	leaf.go       its leaves, by slices.SortFunc if elements are small
//	stable.go     SortStable, a merge sort by levels
//	mergesort.go  the merge sort of one worker
//	merge.go      Merge, cut into parts by binary search
//	nearly.go     what is in order already, but for a few elements, or backwards
//	moving.go     the few elements that stand out
//
// A sort holds its elements, each as often as before, whenever a comparison runs: the
// comparison may panic, and need not be an order.
package order
