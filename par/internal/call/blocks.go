package call

import (
	"math/bits"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
)

// Settings is what the options of one call come to.
type Settings struct {
	Grain      int        // 0: not set
	Workers    int        // 0: no limit
	Place      skua.Place // nil: not set; At says where the call runs then
	Sequential bool
	AllErrors  bool
	Eager      bool // every index is worth a worker
}

// Loop runs body, in parallel pieces, over the indices [0, n). Every loop of the
// package is started here; f is the user's function that it is for. Not for
// sequential settings: a plain loop takes its place.
func (s Settings) Loop(n int, f any, body func(p *skua.Part)) {
	s.LoopOver(n, n, f, body)
}

// LoopOver is Loop where the indices [0, n) together stand for that many elements.
func (s Settings) LoopOver(n, elements int, f any, body func(p *skua.Part)) {
	loop := skua.Loop{To: n, Grain: s.Grain, Workers: s.Workers, Kind: kindOf(f, n, elements), Body: body}
	if s.Eager && s.Grain == 0 {
		loop.Grain = 1
	}
	loop.Run(s.At())
}

// kindOf returns the kind of loops over n indices, which stand for elements, for the user's
// function f: its code, as the Body is the same for all, and how many elements an
// index stands for, to within a factor of two. f may be nil if the Body tells enough.
func kindOf(f any, n, elements int) uintptr {
	if f == nil {
		return 0
	}
	const sizes = 64
	return reflect.ValueOf(f).Pointer()*sizes + uintptr(bits.Len(uint(elements/max(n, 1))))
}

var epoch = time.Now()

// clock is the time since the program began: half the price of time.Now.
func clock() time.Duration { return time.Since(epoch) }

// Blocks runs body on every block k = [lo, hi) of size indices of [0, n), of
// which the last may be shorter. How blocks are cut depends on n and size only.
func (s Settings) Blocks(n, size int, f any, body func(k, lo, hi int)) {
	count := BlockCount(n, size)
	if s.Sequential {
		for k := range count {
			body(k, k*size, min(n-k*size, size)+k*size)
		}
		return
	}
	if f == nil {
		f = body
	}
	s.Grain = 0 // size takes account of it
	s.LoopOver(count, n, f, func(p *skua.Part) {
		for p.Next() {
			k := p.Index()
			body(k, k*size, min(n-k*size, size)+k*size)
		}
	})
}

// BlocksThen runs body on every block as blocks does, and then, once, next, with
// settings for loops there. next runs inside the loop, on the worker that ends
// the last block: entering the pool again would cost more than a small tree.
func (s Settings) BlocksThen(n, size int, f any, body func(k, lo, hi int), next func(s Settings)) {
	count := BlockCount(n, size)
	if s.Sequential || count == 0 {
		s.Blocks(n, size, f, body)
		next(s)
		return
	}
	s.Grain = 0
	var left atomic.Int64
	left.Store(int64(count))
	start := clock()
	s.LoopOver(count, n, f, func(p *skua.Part) {
		ran := 0
		for p.Next() {
			k := p.Index()
			body(k, k*size, min(n-k*size, size)+k*size)
			ran++
		}
		// ORDER: after what the part's blocks wrote, which next reads. A part that
		// was stopped has run less than it had, so next does not run.
		if ran > 0 && left.Add(-int64(ran)) == 0 {
			next(s.after(start, size, p))
		}
	})
}

// after returns the settings for what follows on a loop over blocks of size
// elements that began at start, on the worker of p. If a block was at least Arity elements
// long and the loop was short, the tree above it will be short too: then what follows runs
// here, without a loop.
func (s Settings) after(start time.Duration, size int, p *skua.Part) Settings {
	s.Place = p.Worker()
	s.Sequential = size >= Arity && clock()-start < soon
	return s
}

// soon is how long the nodes of a level of a tree may take together for one
// worker to do them all: about what waking another worker costs.
const soon = 20 * time.Microsecond

// Level runs body on every node k of a level of a tree, whose children are
// [lo, hi) of n. The time of the first node tells whether the rest is worth a loop.
func (s Settings) Level(n int, f any, body func(k, lo, hi int)) {
	count := BlockCount(n, Arity)
	if count < 2 || s.Sequential {
		s.Sequential = true // here and now
		s.Blocks(n, Arity, f, body)
		return
	}
	start := clock()
	body(0, 0, Arity)
	rest := func(k, lo, hi int) { body(k+1, lo+Arity, hi+Arity) }
	s.Sequential = clock()-start < soon/time.Duration(count)
	s.Blocks(n-Arity, Arity, f, rest)
}

// BlockCount returns how many blocks of size indices cover n.
func BlockCount(n, size int) int {
	if n <= 0 {
		return 0
	}
	return (n-1)/size + 1
}

// BlockSize returns the size of the blocks of [0, n): the grain, or what makes
// at most most of them.
func (s Settings) BlockSize(n, most int) int {
	if s.Grain > 0 {
		return s.Grain
	}
	return max(1, BlockCount(n, most))
}
