//go:build race && !explore

package apart

import (
	"sync/atomic"
	"time"
)

// Standstill is how long nothing moves before a spawned task runs without a turn, and how long a maker waits
// for a branch that it runs early: longer than most tasks take. Arbitrary.
const Standstill = 10 * time.Millisecond

// A Branch is user code with a goroutine of its own, which waits for a turn.
type Branch struct {
	turns *Turns
	of    any // whose it is: for Turns.RunOne
	state atomic.Uint32
	turn  chan struct{} // closed when it may begin, or never will
	over  chan struct{} // closed when it has ended
	join  Edge
	last  func() // or nil: tells that it has ended, when its goroutine is remembered

	places [rows]place // each under its row's lock
	begun  time.Time   // when; under the lock of those that have begun (room.go)
}

// The states of a branch.
const (
	waiting uint32 = iota
	handed         // runs, on the turn of another goroutine
	extra          // runs, on a turn of its own
	late           // runs, on none
	overdue        // runs, beside the maker that has waited for it long enough
	dropped        // never runs
	ended          // has run
)

// Go makes f a branch that waits for a turn: the fork edge is here. Room must have been made for it
// (Admits). Safe for concurrent use.
func (t *Turns) Go(of any, f func(b *Branch)) *Branch {
	b := &Branch{turns: t, of: of, turn: make(chan struct{}), over: make(chan struct{})}
	go b.run(f)
	return b
}

func (b *Branch) run(f func(b *Branch)) {
	Hide()
	<-b.turn
	begun := b.state.Load() != dropped
	Show()
	if begun {
		defer b.end()
		f(b)
	}
}

// end is also called when f has ended the goroutine.
func (b *Branch) end() {
	b.join.Release()
	Hide()
	defer Show()
	b.leave()
	b.turns.moves.Add(1) // ORDER: a number only
	forgotten := b.turns.remember(stackSize())
	if b.last != nil { // ORDER: who learns so that the branch has ended, and calls Forget, ends its goroutine
		b.last()
	}
	how := b.state.Swap(ended) // ORDER: a maker that waits for it in early does not make it overdue after this
	if how == overdue {
		b.turns.overdue.Add(-1) // ORDER: a number only, right before anybody knows that b has ended
	}
	close(b.over) // ORDER: the release before; who has seen the end acquires it, and may call Forget
	if how == extra {
		b.turns.pass()
	}
	<-forgotten
}

// Last makes f what tells that b has ended. For the function that b runs.
func (b *Branch) Last(f func()) { b.last = f }

// Handed reports whether b runs on the turn of a goroutine that waits for it, and may hold a token meanwhile.
func (b *Branch) Handed() bool {
	Hide()
	defer Show()
	return b.state.Load() == handed
}

// begin lets b run, in that state, or never run, if it waits still. Hidden, and anybody's.
//
//go:norace
func (b *Branch) begin(how uint32) bool {
	// ORDER: by CAS, so that one of those who would let it run does.
	if !b.state.CompareAndSwap(waiting, how) {
		return false
	}
	b.turns.moves.Add(1) // ORDER: a number only
	if how != dropped {
		b.enter()
	}
	close(b.turn)
	return true
}

// Offer lets b run as soon as fewer run than there are turns. If b is not patient it does not
// wait for that when nothing moves.
func (b *Branch) Offer(patient bool) {
	Hide()
	b.turns.offer(b)
	waits := b.state.Load() == waiting
	Show()
	if waits && !patient {
		b.watch()
	}
}

// watch lets b run when no branch of the pool has begun or ended for a standstill.
func (b *Branch) watch() {
	Hide()
	seen := b.turns.moves.Load()
	Show()
	time.AfterFunc(Standstill, func() { b.overdue(seen) }) // not hidden: the detector fails if it has not seen a timer begin
}

func (b *Branch) overdue(seen uint64) {
	Hide()
	waits, still := b.state.Load() == waiting, b.turns.moves.Load() == seen
	if waits && still && b.begin(late) {
		b.turns.forsake(b)
	}
	Show()
	if waits && !still {
		b.watch()
	}
}

// Run returns when b has ended: it lets b run on the caller's turn if it has not begun. What b did
// comes before what the caller does next.
func (b *Branch) Run() {
	Hide()
	if b.begin(handed) {
		b.turns.forsake(b)
		<-b.over
	} else {
		b.turns.lend()
		<-b.over
		b.turns.reclaim()
	}
	Show()
	b.join.Acquire()
}

// Drop returns when b has ended, or will never begin, of which it returns false.
func (b *Branch) Drop() (ran bool) {
	Hide()
	never := b.begin(dropped)
	if never {
		b.turns.forsake(b)
		alive.Add(-1) // ORDER: a number only
	}
	Show()
	if never {
		return false
	}
	b.Run()
	return true
}
