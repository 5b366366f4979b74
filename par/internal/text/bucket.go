package text

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/skua-go/skua/par/internal/order"
)

// Sizes of the quicksort of a bucket.
const (
	prefixedInsert = 16  // elements that insertion sort takes
	nintherLeast   = 128 // elements from which on the pivot is a median of nine
	offsetBlock    = 64  // comparisons before anything moves
)

// sortPrefixed sorts v, whose keys are of depth and whose bytes before depth
// are the same, by one worker.
func sortPrefixed(v []prefixed, depth int) {
	if !slices.ContainsFunc(v, func(x prefixed) bool { return x.key != v[0].key }) {
		sortSame(v, depth)
		return
	}
	quickPrefixed(v, depth, 0, false, 2*bits.Len(uint(len(v))))
}

// quickPrefixed is a quicksort by keys without branches on comparisons, after
// Edelkamp and Weiß, BlockQuicksort: How Branch Mispredictions don't affect
// Quicksort, ESA 2016 [EW16]. No key in v is below low, if there is one; a
// pivot that equals it has more like it, which are set aside (Peters,
// Pattern-defeating Quicksort, arXiv:2106.05123, 2021 [PE21]) and sorted by
// what comes after. After budget divisions slices.SortFunc takes over.
func quickPrefixed(v []prefixed, depth int, low uint64, has bool, budget int) {
	for len(v) > prefixedInsert {
		if budget--; budget < 0 {
			slices.SortFunc(v, func(a, b prefixed) int { return comparePrefixed(&a, &b, depth) })
			return
		}
		p := choose(v)
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
		quickPrefixed(v[:at], depth, low, has, budget)
		v, low, has = v[at:], p, true
	}
	for i := 1; i < len(v); i++ {
		x, j := v[i], i
		for ; j > 0 && comparePrefixed(&x, &v[j-1], depth) < 0; j-- {
			v[j] = v[j-1]
		}
		v[j] = x
	}
}

// sortSame sorts strings whose keys of depth are the same.
func sortSame(v []prefixed, depth int) {
	v = v[sortEnded(v, depth+8):]
	if len(v) < 2 {
		return
	}
	rest := v[0].s
	for i := range v {
		rest = rest[:depth+8+common(rest[depth+8:], v[i].s[depth+8:])]
	}
	rekey(v, len(rest))
	sortPrefixed(v, len(rest))
}

// sortEnded moves the strings of at most n bytes to the front, in order, and
// returns how many they are. Up to there all are the same but for zeros that
// the key has and the string has not.
func sortEnded(v []prefixed, n int) int {
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
		slices.SortFunc(v[:ended], func(a, b prefixed) int { return cmp.Compare(len(a.s), len(b.s)) })
	}
	return ended
}

// rekey makes the keys of v those of depth.
func rekey(v []prefixed, depth int) {
	for i := range v {
		v[i].key = keyAt(v[i].s, depth)
	}
}

func comparePrefixed(a, b *prefixed, depth int) int {
	if a.key != b.key {
		return cmp.Compare(a.key, b.key)
	}
	return strings.Compare(a.s[depth:], b.s[depth:])
}

// choose returns a pivot: a median of three keys, or of nine.
func choose(v []prefixed) uint64 {
	n := len(v)
	a, b, c := n/4, n/2, n/4*3
	if n < nintherLeast {
		return median(v[a].key, v[b].key, v[c].key)
	}
	return median(median(v[a-1].key, v[a].key, v[a+1].key),
		median(v[b-1].key, v[b].key, v[b+1].key), median(v[c-1].key, v[c].key, v[c+1].key))
}

func median(a, b, c uint64) uint64 { return max(min(a, b), min(max(a, b), c)) }

// divideKeys moves what has a key below p to the front of v and returns how
// many that are.
func divideKeys(v []prefixed, p uint64) int {
	var fromLow, fromHigh [offsetBlock]uint8
	low, high := 0, len(v)                   // v[low:high] is not divided yet
	var lows, highs, firstLow, firstHigh int // how many offsets wait, and from where on
	for high-low > 2*offsetBlock {
		if lows == 0 {
			firstLow = 0
			for i := range v[low : low+offsetBlock] {
				fromLow[lows&(offsetBlock-1)] = uint8(i)
				lows += order.Bit(v[low+i].key >= p)
			}
		}
		if highs == 0 {
			firstHigh = 0
			for i := range v[high-offsetBlock : high] {
				fromHigh[highs&(offsetBlock-1)] = uint8(i + 1)
				highs += order.Bit(v[high-1-i].key < p)
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
		front := order.Bit(v[i].key < p)
		v[i], v[low] = v[low], v[i]
		low += front
	}
	return low
}
