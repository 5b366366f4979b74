package par_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/par"
)

// onceEach complains unless every counter is 1.
func onceEach(g given, calls []atomic.Int32) {
	g.Helper()
	for i := range calls {
		if n := calls[i].Load(); n != 1 {
			g.Wrong("index %d was called %d times", i, n)
			return
		}
	}
}

func TestFor(t *testing.T) {
	eachCase(t, func(g given) {
		calls := make([]atomic.Int32, len(g.s))
		par.For(len(g.s), func(i int) { jolt(); calls[i].Add(1) }, g.o...)
		onceEach(g, calls)
	})
}

func TestFor_nothing(t *testing.T) {
	for _, n := range []int{0, -1} {
		par.For(n, func(i int) { t.Errorf("For(%d) called %d", n, i) })
		par.ForRange(n, -1, func(lo, hi int) { t.Errorf("ForRange(%d, -1) called %d, %d", n, lo, hi) })
	}
}

func TestForRange(t *testing.T) {
	eachCase(t, func(g given) {
		from := g.rand.IntN(100) - 50
		calls := make([]atomic.Int32, len(g.s))
		par.ForRange(from, from+len(g.s), func(lo, hi int) {
			jolt()
			if lo >= hi || g.grain > 0 && hi-lo > g.grain {
				g.Wrong("got the block [%d, %d)", lo, hi)
			}
			for i := lo; i < hi; i++ {
				calls[i-from].Add(1)
			}
		}, g.o...)
		onceEach(g, calls)
	})
}

func TestForRange_ends(t *testing.T) {
	const top = int(^uint(0) >> 1)
	for _, way := range ways {
		var n atomic.Int64
		par.ForRange(top-5, top, func(lo, hi int) { n.Add(int64(hi - lo)) }, way.option(), par.Grain(2))
		par.ForRange(-top-1, -top+4, func(lo, hi int) { n.Add(int64(hi - lo)) }, way.option(), par.Grain(top))
		if n.Load() != 10 {
			t.Errorf("%s: called for %d indices, want 10", way.name, n.Load())
		}
	}
}

func TestForEach(t *testing.T) {
	eachCase(t, func(g given) {
		calls := make([]atomic.Int32, len(g.s))
		for i := range g.s {
			g.s[i] = i
		}
		par.ForEach(g.s, func(v int) { jolt(); calls[v].Add(1) }, g.o...)
		onceEach(g, calls)
	})
}

func TestChunks(t *testing.T) {
	eachCase(t, func(g given) {
		n := 1 + g.rand.IntN(2*len(g.s)+2)
		if g.grain > 0 {
			n = g.grain
		}
		var mu sync.Mutex
		chunks := [][]int{}
		for i := range g.s {
			g.s[i] = i
		}
		par.Chunks(g.s, n, func(chunk []int) {
			jolt()
			mu.Lock()
			defer mu.Unlock()
			chunks = append(chunks, chunk)
			if len(chunk) != cap(chunk) {
				g.Wrong("chunk of %d elements has capacity %d", len(chunk), cap(chunk))
			}
		}, g.o...)
		slices.SortFunc(chunks, slices.Compare[[]int])
		if want := slices.Collect(slices.Chunk(g.s, n)); !slices.EqualFunc(chunks, want, slices.Equal[[]int]) {
			g.Wrong("chunks of %d: got %v, want %v", n, chunks, want)
		}
	})
}
