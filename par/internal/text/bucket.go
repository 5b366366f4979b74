package text

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/skua-go/skua/par/internal/call"
)

// Sizes of the quicksort of a bucket.
const (
	insertionMost = 16  // elements that insertion sort takes
	nintherLeast  = 128 // elements from which on the pivot is a median of nine
	offsetBlock   = 64  // comparisons before anything moves
)

// sortKeyed sorts v by one worker. The keys are the bytes from depth on, and the bytes before
// depth are the same in all strings.
func sortKeyed(v []keyed, depth int) {
	if !slices.ContainsFunc(v, func(x keyed) bool { return x.key != v[0].key }) {
		sortSame(v, depth)
		return
	}
	quickKeyed(v, depth, 0, false, 2*bits.Len(uint(len(v))))
}

// quickKeyed is a quicksort by keys without branches on comparisons, after Edelkamp and
// Weiß, BlockQuicksort: How Branch Mispredictions don't affect Quicksort, ESA 2016 [EW16].
// If has, no key of v is below low. A pivot that equals low is the least key: the elements
// with that key are set aside (Peters, Pattern-defeating Quicksort, arXiv:2106.05123, 2021
// [PE21]) and sorted by the bytes behind it. After budget divisions slices.SortFunc takes
// over.
func quickKeyed(v []keyed, depth int, low uint64, has bool, budget int) {
	for len(v) > insertionMost {
		if budget--; budget < 0 {
			slices.SortFunc(v, func(a, b keyed) int { return compareKeyed(&a, &b, depth) })
			return
		}
		p := choosePivot(v)
		if has && p == low { // the least key: what equals it comes first
			at := divideKeys(v, p+1)
			if p == ^uint64(0) {
				at = len(v)
			}
			sortSame(v[:at], depth)
			v = v[at:]
			continue
		}
		at := divideKeys(v, p)
		quickKeyed(v[:at], depth, low, has, budget)
		v, low, has = v[at:], p, true
	}
	for i := 1; i < len(v); i++ {
		x, j := v[i], i
		for ; j > 0 && compareKeyed(&x, &v[j-1], depth) < 0; j-- {
			v[j] = v[j-1]
		}
		v[j] = x
	}
}

// sortSame sorts strings whose keys, which are of depth, are equal.
func sortSame(v []keyed, depth int) {
	v = v[sortEnded(v, depth+8):]
	if len(v) < 2 {
		return
	}
	rest := v[0].s
	for i := range v {
		rest = rest[:depth+8+commonPrefix(rest[depth+8:], v[i].s[depth+8:])]
	}
	rekey(v, len(rest))
	sortKeyed(v, len(rest))
}

// sortEnded moves the strings of at most n bytes to the front, in order, and returns how
// many they are. Their keys are equal, so they differ only in how many of the zeros at the
// end of the key are bytes of the string.
func sortEnded(v []keyed, n int) int {
	ended, same := 0, true
	for i := range v {
		if len(v[i].s) <= n {
			if i > ended {
				v[i], v[ended] = v[ended], v[i]
			}
			same = same && len(v[ended].s) == len(v[0].s)
			ended++
		}
	}
	if !same {
		slices.SortFunc(v[:ended], func(a, b keyed) int { return cmp.Compare(len(a.s), len(b.s)) })
	}
	return ended
}

// rekey makes the keys of v those of depth.
func rekey(v []keyed, depth int) {
	for i := range v {
		v[i].key = keyAt(v[i].s, depth)
	}
}

func compareKeyed(a, b *keyed, depth int) int {
	if a.key != b.key {
		return cmp.Compare(a.key, b.key)
	}
	return strings.Compare(a.s[depth:], b.s[depth:])
}

// choosePivot returns a pivot: a median of three keys, or of nine.
func choosePivot(v []keyed) uint64 {
	n := len(v)
	a, b, c := n/4, n/2, n/4*3
	if n < nintherLeast {
		return median(v[a].key, v[b].key, v[c].key)
	}
	return median(median(v[a-1].key, v[a].key, v[a+1].key),
		median(v[b-1].key, v[b].key, v[b+1].key), median(v[c-1].key, v[c].key, v[c+1].key))
}

func median(a, b, c uint64) uint64 { return max(min(a, b), min(max(a, b), c)) }

// divideKeys moves the elements with a key below p to the front of v, and returns how many
// they are.
func divideKeys(v []keyed, p uint64) int {
	var fromLow, fromHigh [offsetBlock]uint8
	low, high := 0, len(v)                   // v[low:high] is not divided yet
	var lows, highs, firstLow, firstHigh int // offsets that are not used yet, and the first of them
	for high-low > 2*offsetBlock {
		if lows == 0 {
			firstLow = 0
			for i := range v[low : low+offsetBlock] {
				fromLow[lows&(offsetBlock-1)] = uint8(i)
				lows += call.Bit(v[low+i].key >= p)
			}
		}
		if highs == 0 {
			firstHigh = 0
			for i := range v[high-offsetBlock : high] {
				fromHigh[highs&(offsetBlock-1)] = uint8(i + 1)
				highs += call.Bit(v[high-1-i].key < p)
			}
		}
		m := min(lows, highs)
		for k := range m {
			i := low + int(fromLow[(firstLow+k)&(offsetBlock-1)])
			j := high - int(fromHigh[(firstHigh+k)&(offsetBlock-1)])
			v[i], v[j] = v[j], v[i]
		}
		lows, firstLow = lows-m, firstLow+m
		highs, firstHigh = highs-m, firstHigh+m
		if lows == 0 {
			low += offsetBlock
		}
		if highs == 0 {
			high -= offsetBlock
		}
	}
	for i := low; i < high; i++ {
		front := call.Bit(v[i].key < p)
		v[i], v[low] = v[low], v[i]
		low += front
	}
	return low
}
