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

// counts are how many elements have each value of a digit, then where the next
// of them goes.
type counts [1 << radixBits]uint32

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
	rounds := call.BlockCount(want, radixBits)
	digit = min(left, call.BlockCount(want, rounds))
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
