package order

import (
	"slices"

	"github.com/skua-go/skua/par/internal/call"
)

// Sizes of the parallel quicksort. The places of divisions depend on n and the elements only,
// and so does which of two equal elements comes first. From quickLeast on two workers were
// faster for every pattern of the tests. With leafCount 128, wideLeast 65,536 and wideBlockOf 4,096 a
// sort of 200,000 was 22 times as fast on 64 virtual processors as on one, in place of 37, and one of ten
// million 38 times, in place of 56; on two real ones it took up to a tenth more (decision 0035).
const (
	quickLeast  = 8192 // elements below which SortFunc is slices.SortFunc
	leafLeast   = 1024 // elements that are not divided further
	leafCount   = 512  // leaves, at least, unless they would be too small
	wideLeast   = 8192 // elements from which on a division is parallel itself
	wideBlocks  = 64   // blocks of a parallel division
	sampleSize  = 31   // elements of which the pivot is the median; arbitrary
	wideBlockOf = 1024 // elements of such a block, at least
)

// pivot returns the median of a sample of v, and whether the sample has it more than once.
// The places of the sample depend on len(v) only. They are pseudorandom, so that a common
// pattern of elements does not match them.
func pivot[E any](v []E, cmp func(a, b E) int) (p E, often bool) {
	var sample [sampleSize]E
	step, x := len(v)/sampleSize, uint64(len(v))
	for i := range sample {
		x = x*6364136223846793005 + 1442695040888963407 // Knuth's MMIX
		sample[i] = v[i*step+int((x>>33)%uint64(step))]
	}
	slices.SortFunc(sample[:], cmp)
	const mid = sampleSize / 2
	p = sample[mid]
	return p, cmp(sample[mid-1], p) >= 0 || cmp(p, sample[mid+1]) >= 0
}

// divide moves to the front the elements of v for which cmp with p is below most, and
// returns how many they are: those below p if most is 0, those not above p if most is 1.
// Elements only trade places, and not while cmp runs. What trades is in x and y already, so it is not
// copied from v again.
//
// NOT: without branches, as the sort of strings divides keys. cmp has branches inside: on
// structs of 64 bytes it took 6 ns for an answer that is always the same and 11 ns for one
// that is as often the other, and dividing by offsets made all of it slower by a tenth.
func divide[E any](v []E, p E, most int, cmp func(a, b E) int) int {
	i, j := 0, len(v)-1
	var x, y E
	for {
		for ; ; i++ {
			if i > j {
				return i
			}
			if x = v[i]; cmp(x, p) >= most {
				break
			}
		}
		for ; ; j-- {
			if i > j {
				return i
			}
			if y = v[j]; cmp(y, p) < most {
				break
			}
		}
		v[i], v[j] = y, x
		i++
		j--
	}
}

// DivideWide is divide by all workers. Every block is divided alone. Then the elements that
// are on the wrong side of the whole trade places: the first one of the low side with the
// first one of the high side, and so on. Tsigas and Zhang (A Simple, Fast Parallel
// Implementation of Quicksort, PDP 2003 [TZ03]) hand out blocks as workers ask for them; here
// the blocks are fixed, so that the result is too.
func DivideWide[E any](v []E, p E, most int, cmp func(a, b E) int, set call.Settings) int {
	size := max(wideBlockOf, call.BlockCount(len(v), wideBlocks))
	var fronts [wideBlocks]int
	set.Blocks(len(v), size, cmp, func(k, lo, hi int) {
		fronts[k] = divide(v[lo:hi], p, most, cmp)
	})
	total := 0
	for _, n := range fronts {
		total += n
	}
	var low, high [wideBlocks]interval // elements to leave the low and the high side
	var lows, highs, wrong int
	for k := range call.BlockCount(len(v), size) {
		lo, hi := k*size, min(len(v), (k+1)*size)
		mid := lo + fronts[k]
		if end := min(hi, total); mid < end {
			low[lows] = interval{mid, end}
			lows++
			wrong += end - mid
		}
		if from := max(lo, total); from < mid {
			high[highs] = interval{from, mid}
			highs++
		}
	}
	set.Blocks(wrong, max(wideBlockOf, call.BlockCount(wrong, wideBlocks)), cmp, func(_, lo, hi int) {
		trade(v, low[:lows], high[:highs], lo, hi-lo)
	})
	return total
}

// interval is the indices [lo, hi).
type interval struct{ lo, hi int }

// trade swaps n elements of the intervals a with n elements of the intervals b, from the
// skip-th element of each on.
func trade[E any](v []E, a, b []interval, skip, n int) {
	a, i := seek(a, skip)
	b, j := seek(b, skip)
	for n > 0 {
		m := min(n, a[0].hi-i, b[0].hi-j)
		x, y := v[i:i+m], v[j:j+m]
		for k := range x {
			x[k], y[k] = y[k], x[k]
		}
		i, j, n = i+m, j+m, n-m
		if n > 0 && i == a[0].hi {
			a = a[1:]
			i = a[0].lo
		}
		if n > 0 && j == b[0].hi {
			b = b[1:]
			j = b[0].lo
		}
	}
}

// seek returns the intervals from the skip-th element on, and its index.
func seek(a []interval, skip int) ([]interval, int) {
	for skip >= a[0].hi-a[0].lo {
		skip -= a[0].hi - a[0].lo
		a = a[1:]
	}
	return a, a[0].lo + skip
}
