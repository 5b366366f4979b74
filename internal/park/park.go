package park

import (
	"runtime"
	"sync"
	"time"
)

// Mutex is a mutual exclusion lock. The zero value is unlocked.
type Mutex struct{ mu sync.Mutex }

// Lock locks m and waits while another goroutine holds it.
func (m *Mutex) Lock() { m.mu.Lock() }

// Unlock unlocks m.
func (m *Mutex) Unlock() { m.mu.Unlock() }

// A Parker lets one goroutine sleep until another hands it the one permit that
// a Parker holds. Make it with New.
type Parker struct {
	permit chan struct{}
	turns  Turns       // of the goroutine that parks, or nil
	timer  *time.Timer // of ParkFor, once it was called
}

// Turns has a say when goroutines run that take turns: those of a directed pool (internal/direct).
type Turns interface {
	Park(p *Parker)   // waits for the permit and takes it, and lets another goroutine run meanwhile
	Unpark(p *Parker) // gives the permit
}

// New returns a Parker without a permit.
func New() *Parker { return &Parker{permit: make(chan struct{}, 1)} }

// NewIn returns a Parker without a permit for a goroutine that takes turns.
func NewIn(t Turns) *Parker { return &Parker{turns: t} }

// Park waits for the permit and takes it. One goroutine only.
func (p *Parker) Park() {
	if p.turns != nil {
		p.turns.Park(p)
		return
	}
	<-p.permit
}

// ParkFor is Park, but waits for d at most. It reports whether it has taken the permit. A goroutine that
// takes turns waits for as long as it takes.
func (p *Parker) ParkFor(d time.Duration) bool {
	switch {
	case p.turns != nil:
		p.turns.Park(p)
		return true
	case p.timer == nil:
		p.timer = time.NewTimer(d)
	default:
		p.timer.Reset(d)
	}
	select {
	case <-p.permit:
		p.timer.Stop()
		return true
	case <-p.timer.C:
		return false
	}
}

// Unpark gives the permit. It never blocks; a second permit given before the
// first was taken is a fault of the caller's protocol and panics.
func (p *Parker) Unpark() {
	if p.turns != nil {
		p.turns.Unpark(p)
		return
	}
	select {
	case p.permit <- struct{}{}:
	default:
		panic("skua: a permit was given twice")
	}
}

// UnparkBeside is Unpark for a goroutine that is to run beside the caller, on another processor. It costs
// half a microsecond more.
func (p *Parker) UnparkBeside() {
	p.Unpark()
	beside()
}

// Go runs f on a new goroutine.
func Go(f func()) { go f() }

// GoBeside is Go for a goroutine that is to run beside the caller.
func GoBeside(f func()) {
	go f()
	beside()
}

// beside lets other processors take the goroutine that the caller has made ready last. Go's runtime
// puts that one first in line on the caller's own processor, in a place from which others take only
// after a sleep of 3 µs (runqgrab in package runtime), which Linux rounds up to 60. The next
// goroutine that is made ready gets the place, and moves it to where others take at once.
func beside() { go func() {}() }

// Later runs f after d, on a goroutine of its own, and again after what f returns, unless that is 0.
func Later(d time.Duration, f func() (next time.Duration)) {
	time.AfterFunc(d, func() {
		if next := f(); next > 0 {
			Later(next, f)
		}
	})
}

// Yield lets other goroutines run.
func Yield() { runtime.Gosched() }
