package par

import (
	"math/bits"
	"slices"
)

// Sizes of the radix sort. radixLeast is where it began to be faster for all
// distributions that the tests know; digits of 8 bits were no faster than 11;
// the others are arbitrary.
const (
	radixLeast   = 4096    // elements below which slices.Sort is faster than a buffer
	radixWide    = 1 << 15 // elements from which on the first digit is sorted in parallel
	radixBlock   = 1 << 13 // elements of a block, at least
	radixBlocks  = 64      // blocks, at most: each has a table of counts
	radixBits    = 11      // of a digit, at most: two do for 10⁷ elements
	radixCompare = 128     // elements of a bucket that is sorted by comparing
)

// word is an unsigned integer whose order is that of a key.
type word interface {
	uint8 | uint16 | uint32 | uint64
}

// counts are how many elements have each value of a digit, then where the next
// of them goes.
type counts [1 << radixBits]uint32

// A radixSort sorts v by its codes: by the highest digit first, in parallel,
// into a buffer, then bucket by bucket, back and forth, each in one worker's
// cache. McIlroy, Bostic and McIlroy, Engineering Radix Sort, Computing Systems
// 6(1), 1993 [MBM93].
type radixSort[W word] struct {
	v, buf []W
	code   code[W]
	set    settings
}

func newRadixSort[W word](v []W, c code[W], set settings) *radixSort[W] {
	return &radixSort[W]{v: v, code: c, set: set}
}

// run sorts v, in O(n) for a word of constant size.
func (r *radixSort[W]) run() {
	s := r.survey()
	switch {
	case s.ascends:
		return
	case s.descends:
		reverse(r.v, r.set)
		return
	}
	r.code.add -= s.least // so that the codes begin at 0
	r.buf = make([]W, len(r.v))
	left := bits.Len64(uint64(s.most - s.least))
	if len(r.v) < radixWide {
		r.code.encode(r.v)
		r.finish(r.v, r.buf, left, true)
		return
	}
	r.wide(r.v, r.buf, left, r.code, true)
}

// wide sorts a, whose codes have so many bits that differ, by all workers. a
// and b are the same part of v and of the buffer; home says that a is v's. In a
// there are elements as c says, and b gets codes.
func (r *radixSort[W]) wide(a, b []W, left int, c code[W], home bool) {
	size := max(radixBlock, blockCount(len(a), radixBlocks))
	digit, left := digits(len(a), left)
	rows := make([]counts, blockCount(len(a), size))
	r.set.blocks(len(a), size, nil, func(k, lo, hi int) { count(&rows[k], a[lo:hi], left, W(1<<digit-1), c) })
	ends := make([]uint32, 1<<digit)
	total := uint32(0)
	for d := range ends {
		for k := range rows {
			rows[k][d], total = total, total+rows[k][d]
		}
		ends[d] = total
	}
	r.set.blocks(len(a), size, nil, func(k, lo, hi int) { scatter(&rows[k], a[lo:hi], b, left, W(1<<digit-1), c) })
	bucket := func(d int) (lo, hi uint32) {
		if d > 0 {
			lo = ends[d-1]
		}
		return lo, ends[d]
	}
	huge := max(uint32(radixWide), total/16)
	for d := range ends {
		if lo, hi := bucket(d); hi-lo > huge && left > 0 {
			r.wide(b[lo:hi], a[lo:hi], left, code[W]{}, !home)
		}
	}
	r.set.blocks(len(ends), max(1, len(ends)/1024), nil, func(_, from, to int) {
		for d := from; d < to; d++ {
			if lo, hi := bucket(d); hi-lo <= huge || left == 0 {
				r.finish(b[lo:hi], a[lo:hi], left, !home)
			}
		}
	})
}

// finish sorts the codes in a, of which left bits differ, by one worker, and
// turns them into elements of v.
func (r *radixSort[W]) finish(a, b []W, left int, home bool) {
	narrow(a, b, left, home)
	if !home {
		a = b
	}
	r.code.decode(a)
}

// narrow sorts the codes in a, of which left bits differ, in the memory of a
// and b; home says where they go: to a, else to b.
func narrow[W word](a, b []W, left int, home bool) {
	for len(a) > radixCompare && left > 0 {
		digit, rest := digits(len(a), left)
		mask := W(1<<digit - 1)
		left = rest
		var at counts
		count(&at, a, rest, mask, code[W]{})
		if int(at[a[0]>>rest&mask]) == len(a) {
			continue // all the same
		}
		total := uint32(0)
		for d, n := range at[:1<<digit] {
			at[d], total = total, total+n
		}
		scatter(&at, a, b, rest, mask, code[W]{})
		lo := uint32(0)
		for _, hi := range at[:1<<digit] {
			switch {
			case hi-lo > radixCompare:
				narrow(b[lo:hi], a[lo:hi], rest, !home)
			case !home:
				sortFew(b[lo:hi])
			default:
				sortFew(b[lo:hi])
				copy(a[lo:hi], b[lo:hi])
			}
			lo = hi
		}
		return
	}
	if left > 0 {
		sortFew(a)
	}
	if !home {
		copy(b, a)
	}
}

// sortFew sorts a bucket too small for a table of counts: mostly two to four words.
func sortFew[W word](v []W) {
	if len(v) > 24 {
		slices.Sort(v)
		return
	}
	for i := 1; i < len(v); i++ {
		x, j := v[i], i
		for ; j > 0 && v[j-1] > x; j-- {
			v[j] = v[j-1]
		}
		v[j] = x
	}
}

// digits returns how many bits the highest digit of n words takes, of which
// left bits differ, and how many are left then. It aims at buckets of a few words.
func digits(n, left int) (digit, rest int) {
	want := max(1, bits.Len(uint(n))-2)
	rounds := blockCount(want, radixBits)
	digit = min(left, blockCount(want, rounds))
	return digit, left - digit
}

func count[W word](t *counts, a []W, shift int, mask W, c code[W]) {
	for _, x := range a {
		t[int(c.of(x)>>shift&mask)&(len(t)-1)]++
	}
}

// scatter moves what is in a to its bucket in b, as codes, and leaves in at
// where the buckets end.
func scatter[W word](at *counts, a, b []W, shift int, mask W, c code[W]) {
	for _, x := range a {
		y := c.of(x)
		n := &at[int(y>>shift&mask)&(len(at)-1)]
		b[*n] = y
		*n++
	}
}
