package par

import (
	"iter"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/feed"
)

// ForSeq calls f for every value of seq, several at once and in no certain order; f must be safe to
// call so. The caller runs seq, on its own goroutine, and takes part in calling f when the other
// workers have enough to do. It is ahead of the calls by at most four batches of values for each
// worker and for each call that waits inside skua.Blocking, of which there may be up to 1,024. A
// batch has Grain values, or without Grain one at first, and up to 1,024 while calls are quick. But
// seq may wait as it likes, for a channel for example: what it has given is run by idle workers 0.2
// ms later, however few values there are.
//
// Work O(n), span O(n) steps of seq and the longest call. No allocation per value; one for each
// helper that is woken, at most one per batch, and a number that depends on workers and Grain only.
// Panics as For does, and a panic of seq goes on unchanged when the calls that run have finished.
// While the caller runs a call seq is not read, so a call must not wait for values that come later.
// If the pool is closed meanwhile, the call panics with ErrClosed when seq has ended, or is as far ahead
// as it may be: so a seq that waits for a call that has not begun waits for ever.
// The first 20 µs are the caller's alone, so a short sequence costs little more than a plain loop.
func ForSeq[E any](seq iter.Seq[E], f func(v E), o ...Option) {
	call.Need("ForSeq", seq != nil && f != nil)
	values := feed.Feed[E, struct{}]{Set: resolve(o), Func: f}
	values.Each = func(_ *call.Stretch, _ int, v E) (none struct{}, ok bool) {
		f(v)
		return none, true
	}
	values.Over(seq)
}

// MapSeq returns an iterator over f(v) of every value v of seq, in the order of seq. While it is
// ranged over, several workers call f at once. The caller, whose goroutine has the body of the
// range, takes part in it when it would have to wait, if calls are so quick that there are several
// in a batch, or no worker comes for them: so a call that it runs holds back the results of others
// for a batch's time.
//
// seq runs beside the body, on another goroutine, which is in no task: they must not share memory
// without a lock, seq must not use the caller's Worker or Frame, and a stage of a chain inside seq
// runs on the default pool unless it has an On of its own. A result comes out when it and those
// before it are ready, whatever seq does then: it may wait for a channel, or for what the body does
// with a result. With On a Worker or Frame, which only the caller may use, seq runs in the caller,
// and a result may come out only when seq has given another value.
//
// f is ahead of the range by at most four batches of values, as ForSeq has
// them, for each worker that runs f or waits in it. Where calls wait inside skua.Blocking
// more of them begin, up to 1,024 or MaxWorkers, and the bound grows with the number of calls
// that were seen to run or wait at once.
//
// When the range ends, also by break, return or a panic, the calls that run are waited for,
// and no call of f runs any more; seq is told to stop as any iterator is, and is waited for. But
// if it does not come for 100 ms to where it can be told so, it is left alone, as it may wait for what
// comes after the range: a cancel that is deferred, for example. When f panics the results of the
// batches before it still come out, then the panic goes on in the caller as at For. Several ranges
// over the result are independent of each other if those over seq are.
//
// Work O(n), span O(n) steps of seq and the range, and the longest call. Allocations as ForSeq, for
// each range. A range costs some 10 µs, most of it to begin a goroutine and to wake it, so a short
// sequence of quick calls is better off with a plain loop.
func MapSeq[E, R any](seq iter.Seq[E], f func(v E) R, o ...Option) iter.Seq[R] {
	call.Need("MapSeq", seq != nil && f != nil)
	set := parse(o)
	return func(yield func(R) bool) {
		set.Admit()
		values := feed.Feed[E, R]{Set: set, Func: f, Yield: yield}
		values.Each = func(_ *call.Stretch, _ int, v E) (R, bool) { return f(v), true }
		values.Over(seq)
	}
}
