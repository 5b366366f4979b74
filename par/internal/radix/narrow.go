package radix

import (
	"math/bits"
	"slices"

	"github.com/skua-go/skua/par/internal/call"
)

// Sizes of the sort of a bucket. Digits of 8 bits were no faster than 11.
const (
	radixBits    = 11  // of a digit, at most
	radixCompare = 128 // elements of a bucket that is sorted by comparing
)

// digitCounts has for each value of a digit how many elements have it, and later where the
// next of them goes.
type digitCounts [1 << radixBits]uint32

// narrow sorts the codes in a, which differ in the lowest left bits, in the memory of a and
// b. The result is in a if toA, else in b.
func narrow[W unsigned](a, b []W, left int, toA bool) {
	for len(a) > radixCompare && left > 0 {
		digit, rest := digits(len(a), left)
		mask := W(1<<digit - 1)
		left = rest
		var at digitCounts
		countDigits(&at, a, rest, mask, encoding[W]{})
		if int(at[a[0]>>rest&mask]) == len(a) {
			continue // all the same
		}
		total := uint32(0)
		for d, n := range at[:1<<digit] {
			at[d], total = total, total+n
		}
		scatter(&at, a, b, rest, mask, encoding[W]{})
		lo := uint32(0)
		for _, hi := range at[:1<<digit] {
			switch {
			case hi-lo > radixCompare:
				narrow(b[lo:hi], a[lo:hi], rest, !toA)
			case !toA:
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
	if !toA {
		copy(b, a)
	}
}

// sortFew sorts a bucket too small for a table of counts: mostly two to four words.
func sortFew[W unsigned](v []W) {
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

// digits returns how many bits the highest digit should have, for n words that differ in the
// lowest left bits, and how many bits are below it. It aims at buckets of a few words.
func digits(n, left int) (digit, rest int) {
	want := max(1, bits.Len(uint(n))-2)
	rounds := call.BlockCount(want, radixBits)
	digit = min(left, call.BlockCount(want, rounds))
	return digit, left - digit
}

// countDigits counts the words of a by their digit.
func countDigits[W unsigned](t *digitCounts, a []W, shift int, mask W, c encoding[W]) {
	for _, x := range a {
		t[int(c.of(x)>>shift&mask)&(len(t)-1)]++
	}
}

// scatter moves the words of a to their buckets in b, as codes. at says where the buckets
// begin, and afterwards where they end.
func scatter[W unsigned](at *digitCounts, a, b []W, shift int, mask W, c encoding[W]) {
	for _, x := range a {
		y := c.of(x)
		n := &at[int(y>>shift&mask)&(len(at)-1)]
		b[*n] = y
		*n++
	}
}
