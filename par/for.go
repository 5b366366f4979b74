package par

import (
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// For calls f(i) for every i of [0, n), as for i := range n does, but several at
// once and in no certain order; f must be safe to call so. It returns when all
// calls have returned. Idle workers may steal the indices that no worker has begun, at any
// moment, so the calls may differ in cost as they like.
//
// Work O(n), span O(log n) and the longest call. A constant number of allocations. Panics
// if f is nil; if a call panics, no further call begins, those that run finish, and the
// panic goes on in the caller.
//
// A loop of ten indices costs 400–500 ns more than a plain one, and an index about a
// nanosecond, for the call of f. Where that is more than what f does, take ForRange: its function has a
// loop of its own, which the compiler sees through. (Two workers, docs/par.md, by
// go test -run xxx -bench 'Par$/=For$/memory/n=10$' ./par in the repository.)
func For(n int, f func(i int), o ...Option) {
	call.Need("For", f != nil)
	set := resolve(o)
	f = call.Counting(&set, n, f)
	if set.Sequential {
		for i := range n {
			f(i)
		}
		return
	}
	set.Loop(n, f, func(p *skua.Part) {
		for p.Next() {
			f(p.Index())
		}
	})
}

// ForRange cuts [lo, hi) into consecutive blocks that are not empty and calls f for each,
// several at once and in no certain order: for functions that run faster on many indices at
// once. Blocks begin small and grow while they are quick, so they depend on timing; with
// Grain(n) none is longer than n, and some are shorter: for chunks of exactly n indices call For
// with their number. The rest of a block that has begun cannot be stolen.
// Sequential without Grain is one call f(lo, hi).
//
// Work O(n), span O(log n) and the longest call, for n = hi-lo. A constant
// number of allocations. Panics as For does, and if hi-lo is no int.
func ForRange(lo, hi int, f func(lo, hi int), o ...Option) {
	call.Need("ForRange", f != nil)
	n, first := max(lo, hi)-lo, lo
	if n < 0 {
		panic(fmt.Sprintf("par: ForRange(%d, %d): more indices than an int can count", lo, hi))
	}
	set := resolve(o)
	if done := set.Progress(n); done != nil {
		block := f
		f = func(lo, hi int) { block(lo, hi); done.Add(hi - lo) }
	}
	if set.Sequential {
		size := set.BlockSize(n, 1)
		for i := 0; i < n; i += min(size, n-i) {
			f(first+i, first+i+min(size, n-i))
		}
		return
	}
	set.Loop(n, f, func(p *skua.Part) {
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			f(first+lo, first+hi)
		}
	})
}

// ForEach calls f for every element of s, several at once and in no certain
// order; f must be safe to call so. Work, span, allocations and panics as For.
func ForEach[S ~[]E, E any](s S, f func(v E), o ...Option) {
	call.Need("ForEach", f != nil)
	set := resolve(o)
	f = call.Counting(&set, len(s), f)
	if set.Sequential {
		for _, v := range s {
			f(v)
		}
		return
	}
	set.Loop(len(s), f, func(p *skua.Part) {
		for p.Next() {
			f(s[p.Index()])
		}
	})
}

// Chunks calls f for consecutive pieces of s of n elements, the last of which may
// be shorter, several at once and in no certain order. The pieces are those of
// slices.Chunk: always the same, and with a clipped capacity, so that appending
// to one does not reach the next. Grain counts pieces.
//
// Work O(len(s)/n), span O(log(len(s)/n)) and the longest call. A constant number
// of allocations. Panics as For does, and if n < 1.
func Chunks[S ~[]E, E any](s S, n int, f func(chunk S), o ...Option) {
	call.Need("Chunks", f != nil)
	if n < 1 {
		panic(fmt.Sprintf("par: Chunks of %d elements: a chunk has at least 1", n))
	}
	set, count := resolve(o), call.BlockCount(len(s), n)
	f = call.Counting(&set, count, f)
	chunk := func(k int) S {
		lo := k * n
		hi := lo + min(n, len(s)-lo)
		return s[lo:hi:hi]
	}
	if set.Sequential {
		for k := range count {
			f(chunk(k))
		}
		return
	}
	set.Loop(count, f, func(p *skua.Part) {
		for p.Next() {
			f(chunk(p.Index()))
		}
	})
}

// Do calls all functions, perhaps at once, and returns when all have returned. It takes
// each to be worth a worker of its own, and wakes sleeping workers at once. None of the
// functions may wait for another. Do has no options; it runs at skua.Here().
//
// Work O(len(fns)), span O(log len(fns)) and the longest function. A constant
// number of allocations. Panics as For does, and, before anything is called, if one of fns
// is nil.
func Do(fns ...func()) {
	for i, f := range fns {
		if f == nil {
			panic(fmt.Sprintf("par: Do needs functions, but number %d is nil", i))
		}
	}
	set := resolve(nil)
	if set.Sequential {
		for _, f := range fns {
			f()
		}
		return
	}
	set.Grain = 1 // each is worth a worker
	set.Loop(len(fns), nil, func(p *skua.Part) {
		for p.Next() {
			fns[p.Index()]()
		}
	})
}
