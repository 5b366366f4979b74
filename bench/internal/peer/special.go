package peer

// What single peers have for single cases, by the peer's name. A peer that is not in a
// map has no such function.

// Sums are the reductions with addition.
var Sums = map[string]func(workers int, values []int64) int64{
	"pargo":       pargoSum,
	"go-parallel": goParallelSum,
	"rill":        rillSum,
}

// Filters return the elements that are kept, in order.
var Filters = map[string]func(workers int, values []int64, keep func(v int64) bool) []int64{
	"pargo": pargoFilter,
	"rill":  rillFilter,
}

// Finds return the index of an element that hit, or -1. If there are several they
// may return any of them.
var Finds = map[string]func(workers int, values []int64, hit func(v int64) bool) int{
	"pargo": pargoFind,
	"rill":  rillFind,
}

// A Sorter sorts in place.
type Sorter struct {
	Ints    func(values []int64)
	Strings func(values []string)
	Records func(values []Record)
}

// Record is a struct of 64 bytes that is sorted by its key.
type Record struct {
	Key int64
	_   [7]int64
}

// Sorters are the sorts. All of them take as many goroutines as they like.
var Sorters = map[string]Sorter{
	"pargo":        pargoQuicksort,
	"pargo stable": pargoMergesort,
}
