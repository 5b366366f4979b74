package par

import (
	"math/bits"
	"os"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
)

// everSequential is whether SKUA_SEQUENTIAL asks for plain loops everywhere. A
// variable for the sake of tests.
var everSequential = os.Getenv("SKUA_SEQUENTIAL") == "1"

// settings is what the options of one call come to.
type settings struct {
	grain      int        // 0: not set
	workers    int        // 0: no limit
	place      skua.Place // nil: not set; at says where the call runs then
	sequential bool
	allErrors  bool
	eager      bool // every index is worth a worker
}

// resolve returns what the options o come to. It panics if their place takes no
// calls.
func resolve(o []Option) settings {
	s := parse(o)
	s.admit()
	return s
}

func parse(o []Option) settings {
	s := settings{sequential: everSequential}
	for i := range o {
		switch o[i].kind {
		case grain:
			s.grain = o[i].n
		case maxWorkers:
			s.workers = o[i].n
		case place:
			s.place = o[i].place
		case sequential:
			s.sequential = true
		case allErrors:
			s.allErrors = true
		}
	}
	return s
}

// loop runs body, in parallel pieces, over the indices [0, n). Every loop of the
// package is started here; f is the user's function that it is for. Not for
// sequential settings: a plain loop takes its place.
func (s settings) loop(n int, f any, body func(p *skua.Part)) {
	s.over(n, n, f, body)
}

// over is loop where the indices [0, n) stand for so many elements.
func (s settings) over(n, elements int, f any, body func(p *skua.Part)) {
	loop := skua.Loop{To: n, Grain: s.grain, Workers: s.workers, Kind: kindOf(f, n, elements), Body: body}
	if s.eager && s.grain == 0 {
		loop.Grain = 1
	}
	loop.Run(s.at())
}

// kindOf returns the kind of loops over n indices, of so many elements, for the user's
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

// blocks runs body on every block k = [lo, hi) of size indices of [0, n), of
// which the last may be shorter. How blocks are cut depends on n and size only.
func (s settings) blocks(n, size int, f any, body func(k, lo, hi int)) {
	count := blockCount(n, size)
	if s.sequential {
		for k := range count {
			body(k, k*size, min(n-k*size, size)+k*size)
		}
		return
	}
	if f == nil {
		f = body
	}
	s.grain = 0 // it has had its say in size
	s.over(count, n, f, func(p *skua.Part) {
		for p.Next() {
			k := p.Index()
			body(k, k*size, min(n-k*size, size)+k*size)
		}
	})
}

// blocksThen runs body on every block as blocks does, and then, once, next, with
// settings for loops there. next runs inside the loop, on the worker that ends
// the last block: entering the pool again would cost more than a small tree.
func (s settings) blocksThen(n, size int, f any, body func(k, lo, hi int), next func(s settings)) {
	count := blockCount(n, size)
	if s.sequential || count == 0 {
		s.blocks(n, size, f, body)
		next(s)
		return
	}
	s.grain = 0
	var left atomic.Int64
	left.Store(int64(count))
	start := clock()
	s.over(count, n, f, func(p *skua.Part) {
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
// elements that began at start, on the worker of p. Where blocks are long enough
// to call the same function as what follows, a loop that was short announces a
// short one, which is not worth another.
func (s settings) after(start time.Duration, size int, p *skua.Part) settings {
	s.place = p.Worker()
	s.sequential = size >= arity && clock()-start < soon
	return s
}

// soon is how long the nodes of a level of a tree may take together for one
// worker to do them all: about what waking another costs.
const soon = 20 * time.Microsecond

// nodes runs body on every node k of a level of a tree, whose children are
// [lo, hi) of n. The first node tells whether the others are worth a loop.
func (s settings) nodes(n int, f any, body func(k, lo, hi int)) {
	count := blockCount(n, arity)
	if count < 2 || s.sequential {
		s.sequential = true // here and now
		s.blocks(n, arity, f, body)
		return
	}
	start := clock()
	body(0, 0, arity)
	rest := func(k, lo, hi int) { body(k+1, lo+arity, hi+arity) }
	s.sequential = clock()-start < soon/time.Duration(count)
	s.blocks(n-arity, arity, f, rest)
}

// blockCount returns how many blocks of size indices cover n.
func blockCount(n, size int) int {
	if n <= 0 {
		return 0
	}
	return (n-1)/size + 1
}

// blockSize returns the size of the blocks of [0, n): the grain, or what makes
// at most most of them.
func (s settings) blockSize(n, most int) int {
	if s.grain > 0 {
		return s.grain
	}
	return max(1, blockCount(n, most))
}

// need panics unless the function called name was given what it calls.
func need(name string, ok bool) {
	if !ok {
		panic("par: " + name + " needs a function, not nil")
	}
}
