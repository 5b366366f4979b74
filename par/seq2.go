package par

import (
	"iter"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/feed"
)

// ForSeq2 calls f for every pair of seq, several at once and in no certain order: ForSeq over the
// keys and values of a map, or of any other iter.Seq2. If seq comes from a map, f must not change
// that. Everything else as ForSeq. For a sequence of values with errors take ForSeq2Err.
func ForSeq2[K, V any](seq iter.Seq2[K, V], f func(k K, v V), o ...Option) {
	call.Need("ForSeq2", seq != nil && f != nil)
	pairs := feed.Feed[pair[K, V], struct{}]{Set: resolve(o), Func: f}
	pairs.Each = func(_ *call.Stretch, _ int, p pair[K, V]) (none struct{}, ok bool) {
		f(p.k, p.v)
		return none, true
	}
	pairs.Over(pairsOf(seq))
}

// MapSeq2 returns an iterator over k and f(k, v) of every pair k, v of seq, in the order of seq.
// Everything else as MapSeq.
//
//	sizes := maps.Collect(par.MapSeq2(maps.All(files), size))
func MapSeq2[K, V, R any](seq iter.Seq2[K, V], f func(k K, v V) R, o ...Option) iter.Seq2[K, R] {
	call.Need("MapSeq2", seq != nil && f != nil)
	set := parse(o)
	return func(yield func(K, R) bool) {
		set.Admit()
		pairs := feed.Feed[pair[K, V], pair[K, R]]{Set: set, Func: f}
		pairs.Yield = func(p pair[K, R]) bool { return yield(p.k, p.v) }
		pairs.Each = func(_ *call.Stretch, _ int, p pair[K, V]) (pair[K, R], bool) {
			return pair[K, R]{p.k, f(p.k, p.v)}, true
		}
		pairs.Over(pairsOf(seq))
	}
}

type pair[K, V any] struct {
	k K
	v V
}

func pairsOf[K, V any](seq iter.Seq2[K, V]) iter.Seq[pair[K, V]] {
	return func(yield func(pair[K, V]) bool) {
		for k, v := range seq {
			if !yield(pair[K, V]{k, v}) {
				return
			}
		}
	}
}
