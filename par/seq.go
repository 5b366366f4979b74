package par

import (
	"iter"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/feed"
)

// ForSeq calls f for every value of seq, several at once and in no certain
// order; f must be safe to call so. The caller runs seq, on its own goroutine, and takes part
// in calling f when the other workers have enough to do. It is ahead of the calls by at most
// four batches of values for each worker and for each call that waits inside skua.Blocking,
// of which there may be up to 1,024. A batch has Grain values. Without Grain it has one value
// at first, and up to 1,024 while calls are quick: then a value may wait until seq has given
// the rest of its batch. With Grain(1) none does.
//
// Work O(n), span O(n) steps of seq and the longest call. No allocation per
// value; one for each helper that is woken, at most one per batch, and a number
// that depends on workers and Grain only. Panics as For does, and a panic of seq
// goes on unchanged when the calls that run have finished. The first 20 µs are the caller's
// alone, so a short sequence costs little more than a plain loop.
func ForSeq[E any](seq iter.Seq[E], f func(v E), o ...Option) {
	call.Need("ForSeq", seq != nil && f != nil)
	values := feed.Feed[E, struct{}]{Set: resolve(o), Func: f}
	values.Each = func(_ int, v E) (none struct{}, ok bool) {
		f(v)
		return none, true
	}
	values.Over(seq)
}

// MapSeq returns an iterator over f(v) of every value v of seq, in the order of seq. While
// it is ranged over, the caller runs seq and the body of the range, on its own goroutine,
// and takes part in calling f when it would have to wait. Other workers call f meanwhile,
// several at once. f is ahead of the range by at most four batches of values, as ForSeq has
// them, for each worker that runs f or waits in it. Where calls wait inside skua.Blocking
// more of them begin, up to 1,024 or MaxWorkers, and the bound grows with the number of calls
// that were seen to run or wait at once. So a result may come out only after seq has given
// some more values: do not let seq wait for results.
//
// When the range ends, also by break, return or a panic, the calls that run are waited for,
// and no call of f runs any more; seq is told to stop as any iterator is. When f panics the
// results of the batches before it still come out, then the panic goes on in the caller as
// at For. Several ranges over the result are independent of each other if those over seq
// are.
//
// Work O(n), span O(n) steps of seq and the range, and the longest call.
// Allocations as ForSeq, for each range.
func MapSeq[E, R any](seq iter.Seq[E], f func(v E) R, o ...Option) iter.Seq[R] {
	call.Need("MapSeq", seq != nil && f != nil)
	set := parse(o)
	return func(yield func(R) bool) {
		set.Admit()
		values := feed.Feed[E, R]{Set: set, Func: f, Yield: yield}
		values.Each = func(_ int, v E) (R, bool) { return f(v), true }
		values.Over(seq)
	}
}
