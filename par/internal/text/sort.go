package text

import (
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/order"
)

// Sizes of the sort of strings. bucketsOf was the best of 1024 to 8192 by a small margin;
// stringsLeast was measured too, and the others are arbitrary.
const (
	stringsLeast  = 8192 // elements below which slices.Sort is as fast on few different ones
	bucketsMost   = 1024 // a power of two
	bucketsOf     = 2048 // elements of an average bucket, until there are bucketsMost
	samplesOf     = 8    // samples for a bucket
	stringsBlock  = 4096 // elements of a block, at least
	stringsBlocks = 64   // blocks, at most
	stringsDeep   = 3    // times that a bucket which is too large is distributed again
)

// A keyed is a string with eight of its bytes, from some depth on, as a number. Most
// comparisons need no more, and so do not read the string's memory.
type keyed struct {
	key uint64
	s   string
}

// A stringSort sorts v by a sample: it draws splitters from it, moves every
// string with its key to its bucket, and sorts each bucket in one worker's
// cache. Sample sort after Frazer and McKellar, Samplesort: A Sampling Approach
// to Minimal Storage Tree Sorting, Journal of the ACM 17(3), 1970 [FM70];
// cached bytes after Bingmann and Sanders, Parallel String Sample Sort,
// ESA 2013 [BS13].
type stringSort struct {
	v     []string
	items []keyed
	keys  []uint64
	ids   []uint16
	set   call.Settings
}

// Strings returns s as strings.
func Strings[E any](s []E) []string {
	// SAFETY: E's kind is String, so both have one layout.
	return unsafe.Slice((*string)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

// Sort sorts v in ascending order.
func Sort(v []string, set call.Settings) {
	if len(v) < stringsLeast {
		slices.Sort(v)
		return
	}
	if uint64(len(v)) > math.MaxUint32 { // places in the tables have 32 bits
		order.Sort(v, strings.Compare, set)
		return
	}
	set.Once(func(set call.Settings) {
		if !order.Nearly(v, strings.Compare, false, set) {
			sortAll(v, set)
		}
	})
}

// sortAll sorts v, of which no order was found.
func sortAll(v []string, set call.Settings) {
	n := len(v)
	set.Whole(func(set call.Settings) {
		q := stringSort{v, make([]keyed, n), make([]uint64, n), make([]uint16, n), set}
		q.run(0, n, classify(v), 0)
	})
}

// A bucket is a part of a sort, [lo, hi).
type bucket struct {
	lo, hi int
	outer  bool     // it is the first or the last: its strings may lack the prefix
	by     *classes // not nil: it is too large for one worker, and is distributed again
}

// run sorts [lo, hi) by all workers.
func (q *stringSort) run(lo, hi int, c *classes, deep int) {
	ends := q.distribute(lo, hi, c)
	buckets := make([]bucket, len(ends))
	from := lo
	for i, end := range ends {
		b := &buckets[i]
		*b = bucket{lo: from, hi: lo + end, outer: i == 0 || i == len(ends)-1}
		from = b.hi
		if n := b.hi - b.lo; n > max(2*bucketsOf, (hi-lo)/8) && n < hi-lo && deep < stringsDeep {
			storeStrings(q.v[b.lo:b.hi], q.items[b.lo:b.hi])
			if by := classify(q.v[b.lo:b.hi]); by.buckets() > 1 {
				b.by = by
			}
		}
	}
	q.set.Blocks(len(buckets), 1, nil, func(i, _, _ int) {
		if b := buckets[i]; b.by == nil {
			q.finish(b, len(c.prefix))
		}
	})
	for _, b := range buckets {
		if b.by != nil {
			q.run(b.lo, b.hi, b.by, deep+1)
		}
	}
}

// finish sorts a bucket by one worker.
func (q *stringSort) finish(b bucket, depth int) {
	items := q.items[b.lo:b.hi]
	if b.outer && depth > 0 {
		depth = 0
		rekey(items, 0)
	}
	if len(items) > 1 {
		sortKeyed(items, depth)
	}
	storeStrings(q.v[b.lo:b.hi], items)
}

// distribute moves the strings of [lo, hi) with their keys to their buckets in
// items, and returns where those end.
func (q *stringSort) distribute(lo, hi int, c *classes) (ends []int) {
	v, items, keys, ids := q.v[lo:hi], q.items[lo:hi], q.keys[lo:hi], q.ids[lo:hi]
	size := max(stringsBlock, call.BlockCount(len(v), stringsBlocks))
	rows := make([][bucketsMost]uint32, call.BlockCount(len(v), size))
	q.set.Blocks(len(v), size, nil, func(k, lo, hi int) {
		row := &rows[k]
		for i, s := range v[lo:hi] {
			key := c.key(s)
			id := c.bucket(key)
			keys[lo+i], ids[lo+i] = key, uint16(id)
			row[id&(bucketsMost-1)]++
		}
	})
	ends = make([]int, c.buckets())
	total := uint32(0)
	for b := range ends {
		for k := range rows {
			rows[k][b], total = total, total+rows[k][b]
		}
		ends[b] = int(total)
	}
	q.set.Blocks(len(v), size, nil, func(k, lo, hi int) {
		row := &rows[k]
		for i, s := range v[lo:hi] {
			at := &row[ids[lo+i]&(bucketsMost-1)]
			items[*at] = keyed{keys[lo+i], s}
			*at++
		}
	})
	return ends
}

func storeStrings(v []string, items []keyed) {
	for i := range items {
		v[i] = items[i].s
	}
}
