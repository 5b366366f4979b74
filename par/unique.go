package par

import (
	"hash/maphash"
	"math"
	"math/bits"
	"sync/atomic"

	"github.com/skua-go/skua/par/internal/call"
)

// Unique returns the elements of s that differ from all before them, in the order of s, and does
// not change s. No NaN equals another. See UniqueBy.
func Unique[S ~[]E, E comparable](s S, o ...Option) S {
	set := resolve(o)
	defer set.AsPoolPanic() // an element may not be comparable after all
	return unique(set, s, []E(s))
}

// UniqueBy returns the elements of s whose key differs from those of all before them, in the order of
// s, and does not change s. key is called once for each element, several at once and in no
// certain order.
//
// Workers put the elements into one table, without locks. Work O(n) on average, span O(n/1024)
// steps of that table, and the longest call; up to 2,048 elements the caller takes a map. Allocates
// the result, n keys, 8 to 16 bytes for each element and a constant number of small objects. Panics
// as For does, and if a key cannot be one.
func UniqueBy[S ~[]E, E any, K comparable](s S, key func(v E) K, o ...Option) S {
	call.Need("UniqueBy", key != nil)
	call.Room[K]("UniqueBy", len(s))
	set := resolve(o)
	defer set.AsPoolPanic()
	keys := make([]K, len(s))
	mapInto(set, keys, s, key)
	set.Grain = 0 // it was for the calls of key
	return unique(set, s, keys)
}

// uniqueAlone is the number of elements up to which the caller takes a map. Not measured.
const uniqueAlone = 2048

func unique[S ~[]E, E any, K comparable](set call.Settings, s S, keys []K) S {
	if len(s) <= uniqueAlone || set.Sequential || uint64(len(s)) >= math.MaxUint32 {
		seen := make(map[K]struct{})
		out := S{}
		for i, k := range keys {
			seen[k] = struct{}{}
			if len(seen) > len(out) {
				out = append(out, s[i])
			}
		}
		return out
	}
	t := newFirsts(keys)
	set.Blocks(len(keys), max(1, set.BlockSize(len(keys), 1024)), nil, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			t.put(uint32(i))
		}
	})
	first := make([]bool, len(keys))
	set.Blocks(len(t.slots), set.BlockSize(len(t.slots), 1024), nil, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			if at := t.slots[i].Load(); at > 0 {
				first[at-1] = true
			}
		}
	})
	return copyKept(set, s, markKept(set, first, func(yes bool) bool { return yes }))
}

// firsts is a hash table of the first index of each key, open to all workers at once. What it has in
// the end does not depend on who came first, as in Shun and Blelloch, Phase-Concurrent Hash Tables
// for Determinism, SPAA 2014 [SB14]. But here the least index wins, and slots are never given up.
//
// Invariants:
//
//	F1  A slot holds 0 or, plus one, the index of an element. It leaves 0 once, by a CAS; after
//	    that it only gets less, and the key of its element stays the same.
//	F2  No key is in two slots. All puts of a key go through the same slots in the same order,
//	    and pass one only after they saw another key in it, which it keeps by F1. So the
//	    first slot that was 0 or had the key is the same for all of them.
//	F3  After all puts the slot of a key has the least index: each put leaves its index there,
//	    or sees one that is less.
//
// So the table has the same indices for any number of workers; in which slots is for the seed to
// say. It is never full, as it has more slots than elements. NaN has no slot of its own: a put
// of one finds none that equals it, and takes a new one.
type firsts[K comparable] struct {
	keys  []K
	seed  maphash.Seed
	slots []atomic.Uint32
	shift int // 64 less the bits of a slot's number
}

func newFirsts[K comparable](keys []K) *firsts[K] {
	width := bits.Len(uint(len(keys) + len(keys)/2)) // a load of a third to two thirds
	return &firsts[K]{keys: keys, seed: maphash.MakeSeed(), slots: make([]atomic.Uint32, 1<<width), shift: 64 - width}
}

// put adds element i. Any worker may call it at any time.
func (t *firsts[K]) put(i uint32) {
	k, mask := t.keys[i], len(t.slots)-1
	for at := int(maphash.Comparable(t.seed, k) >> t.shift); ; at = (at + 1) & mask {
		slot := &t.slots[at]
		for {
			was := slot.Load()
			if was > 0 && t.keys[was-1] != k {
				break // F1: another key for good
			}
			if was > 0 && was <= i+1 {
				return
			}
			// ORDER: the keys were written before the loop, so the index alone says all. The Loads of
			// other puts see 0 or an index of this key, and the end of the loop lets its caller
			// see the last.
			if slot.CompareAndSwap(was, i+1) {
				return
			}
		}
	}
}
