package crew

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/sleep"
)

// tokens say who may run: a worker runs while it holds one, but for Blocking (block.go). internal/sleep has
// the word that counts them; here is what a pool does with it. To take one never waits: if none is free the
// word falls below zero, which is a debt, and the next resident whose task ends pays it.
//
//	C1  As many tokens are free or held as there are places (places.go), but for those that are owed.
type tokens struct {
	Sleep   *sleep.Sleep
	Size    atomic.Int64 // how many workers may run
	Surplus atomic.Int64 // residents that may be too many; see Owe
	ask     func()       // requests private work of every worker: somebody could run it

	_      pad.Line // each call writes what follows, and each look of a thief reads what is above
	places places
	Beyond atomic.Int64 // calls of RunOneMore
}

// Resize makes n the number of workers that may run, and returns how many more may run at a time. Under mu,
// or before another goroutine knows t.
func (t *tokens) Resize(n int) (grow int) {
	t.Size.Store(int64(n)) // ORDER: a reader that needs no number of callers may see it late
	return t.places.resize(n)
}

// Workers returns how many workers may run; more do while more callers are inside.
func (t *tokens) Workers() int { return int(t.Size.Load()) }

// Idle returns, of one instant, how many workers search, and how many more could run: those, and one for
// each free token.
func (t *tokens) Idle() (searching int, idle uint32) {
	searching, free := t.Sleep.Now()
	return searching, uint32(searching + max(free, 0))
}

// Owe asks n residents to look whether they are too many, after tokens were taken
// away or overdrawn; none if n is below zero.
func (t *tokens) Owe(n int) {
	if n > 0 {
		// ORDER: after the tokens are gone, so that a worker that sees the surplus finds the debt.
		t.Surplus.Add(int64(n))
	}
}

// Excess reports whether the caller, a resident between two tasks, is one too
// many; then its token is gone. Surplus may exceed the debts, since returning a token also pays one:
// Excess resets it when no debt is left.
func (t *tokens) Excess() bool {
	n := t.Surplus.Load()
	if n == 0 {
		return false
	}
	if !t.Sleep.PayDebt() {
		t.forget(n)
		return false
	}
	// ORDER: after the debt is paid. If the CAS fails since another worker moved the surplus, the
	// surplus stays one too high, and some resident looks without need.
	t.Surplus.CompareAndSwap(n, n-1)
	return true
}

// forget clears a surplus of n, if more of it was noted than there are debts.
func (t *tokens) forget(n int64) {
	// ORDER: this CAS, then the look at Free. Owe notes the surplus of a debt after the debt is
	// made: so if the CAS forgets a note that came since the caller has read n, we see its debt.
	if n > 0 && t.Surplus.CompareAndSwap(n, 0) {
		t.Owe(-t.Sleep.Free())
	}
}

// TakeToken takes a token without waiting. If none is free, a resident gives its up when its task ends.
func (t *tokens) TakeToken() {
	if t.Sleep.TakeToken() {
		t.Owe(1)
	}
}

// YieldToken gives the token to a worker that can use it, or pays a debt.
func (t *tokens) YieldToken() {
	if t.Sleep.ReturnToken() {
		t.ask()
	}
}

// EndSearch is the end of a worker's search, which has found something or leaves it to another.
func (t *tokens) EndSearch() {
	if t.Sleep.EndSearch() {
		t.ask()
	}
}

// WakeAll wakes waiters that were taken off a list. The first gets the caller's token
// with the wake-up, if the caller gives it; the rest get tokens beyond the pool's number. It
// reports whether the caller's is gone.
func (t *tokens) WakeAll(w *Worker, give bool) (handed bool) {
	for w != nil {
		next := w.Waits
		w.Waits = nil              // before it wakes, and may wait again
		give := give && !w.Apart() // which has no token
		if give && !handed {
			handed = true
			w.Parker.Unpark()
		} else {
			t.WakeBeyond(w)
		}
		w = next
	}
	return handed
}

// WakeBeyond wakes a waiter with a token that no worker gave.
func (t *tokens) WakeBeyond(w *Worker) {
	if !w.Apart() { // which has no token
		t.TakeToken()
	}
	w.Parker.UnparkBeside()
}

// Callers returns how many callers are inside that have a place of their own, also in Blocking.
func (t *tokens) Callers() int {
	_, callers := t.places.now()
	return callers
}

// Places returns how many may run.
func (t *tokens) Places() int {
	workers, callers := t.places.now()
	return max(workers, callers)
}

// RunOneMore wakes a worker beyond the places, and reports whether it did. The worker runs one task after
// the other until the caller calls RunNoMore.
func (t *tokens) RunOneMore() bool {
	t.Beyond.Add(1) // ORDER: none: a number only
	t.forget(t.Surplus.Load())
	return t.Sleep.Overdraw()
}

// RunNoMore lets the next resident whose task ends pay for the worker that RunOneMore has woken, if it
// does not sleep again.
func (t *tokens) RunNoMore() { t.Owe(min(1, -t.Sleep.Free())) }
