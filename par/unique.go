package par

import (
	"hash/maphash"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua"
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
// Workers put the elements into one table, without locks, or, where a sample says that many keys are
// equal, into a map each. Work O(n) on average, span O(n/1024) steps of that table and the longest call,
// or O(log n + gP) for g keys and P workers; up to 2,048 elements, or 32,768 where keys are few, the
// caller takes a map. Allocates the result, n keys, and 8 to 16 bytes for each element or P maps of at
// most g keys. Panics as For does, and if a key cannot be one.
func UniqueBy[S ~[]E, E any, K comparable](s S, key func(v E) K, o ...Option) (out S) {
	call.Need("UniqueBy", key != nil)
	call.Room[K]("UniqueBy", len(s))
	set := resolve(o)
	defer set.AsPoolPanic()
	keys := make([]K, len(s))
	set.Once(func(set call.Settings) {
		mapInto(set, keys, s, key)
		set.Grain = 0 // it was for the calls of key
		out = unique(set, s, keys)
	})
	return out
}

// uniqueAlone is the number of elements up to which the caller takes a map, and a 16th of the number
// where there are few keys: a map finds one of those again in 5 ns, and the table needs 30.
const uniqueAlone = 2048

func unique[S ~[]E, E any, K comparable](set call.Settings, s S, keys []K) S {
	few := len(s) > uniqueAlone && fewKeys(keys)
	if len(s) <= uniqueAlone || few && len(s) <= 16*uniqueAlone || set.Sequential || uint64(len(s)) >= math.MaxUint32 {
		seen := make(map[K]struct{})
		out := S{}
		for i, k := range keys {
			if _, ok := seen[k]; !ok {
				seen[k] = struct{}{}
				out = append(out, s[i])
			}
		}
		return out
	}
	if few {
		first := firstFew(set, keys)
		out := make(S, len(first))
		for k, i := range first {
			out[k] = s[i]
		}
		return out
	}
	return uniqueMany(set, s, keys)
}

func uniqueMany[S ~[]E, E any, K comparable](set call.Settings, s S, keys []K) (out S) {
	set.Once(func(set call.Settings) {
		first := make([]bool, len(keys))
		markMany(set, first, keys)
		out = copyKept(set, s, markKept(set, first, func(yes bool) bool { return yes }))
	})
	return out
}

// fewKeys reports whether so many of a sample of keys are equal that the workers find the first ones in
// maps of their own rather than in one table. What comes out is the same.
func fewKeys[K comparable](keys []K) bool {
	sample := min(1024, len(keys)/16) // of a short slice it would cost more than it saves
	seen := make(map[K]struct{}, sample)
	for i := range sample {
		seen[keys[i*len(keys)/sample]] = struct{}{}
	}
	return len(seen) <= sample*3/4
}

// firstFew returns the first element of each key, in order, by a map for each worker.
func firstFew[K comparable](set call.Settings, keys []K) []int {
	maps := call.Shelf[map[K]int]{NoCalls: true}
	least := func(m map[K]int, k K, i int) {
		if was, ok := m[k]; !ok || i < was {
			m[k] = i
		}
	}
	set.Loop(len(keys), nil, func(p *skua.Part) {
		m, ok := maps.TakeFor(p)
		if !ok {
			m = map[K]int{}
		}
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			for i, k := range keys[lo:hi] {
				least(m, k, lo+i)
			}
		}
		maps.GiveFor(p, m)
	})
	all := maps.Free[0]
	for _, m := range maps.Free[1:] {
		for k, i := range m {
			least(all, k, i)
		}
	}
	first := make([]int, 0, len(all))
	for _, i := range all {
		first = append(first, i)
	}
	slices.Sort(first)
	return first
}

// markMany marks the first element of each key, by one table for all workers.
func markMany[K comparable](set call.Settings, first []bool, keys []K) {
	t := newFirsts(keys)
	set.Blocks(len(keys), max(1, set.BlockSize(len(keys), 1024)), nil, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			t.put(uint32(i))
		}
	})
	set.Blocks(len(t.slots), set.BlockSize(len(t.slots), 1024), nil, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			if at := t.slots[i].Load(); at > 0 {
				first[at-1] = true
			}
		}
	})
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
