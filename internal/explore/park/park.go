package park

import (
	"runtime"
	"sync"
	"time"
	"unsafe"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/atomic"
)

func init() { explore.SetWoven() }

// Mutex is a mutual exclusion lock. The zero value is unlocked.
type Mutex struct{ mu sync.Mutex }

// Lock locks m and waits while another goroutine holds it.
func (m *Mutex) Lock() {
	explore.Access(unsafe.Pointer(m), explore.Lock)
	m.mu.Lock()
}

// Unlock unlocks m.
func (m *Mutex) Unlock() {
	explore.Access(unsafe.Pointer(m), explore.Unlock)
	m.mu.Unlock()
}

// A Parker lets one goroutine sleep until another hands it the one permit that
// a Parker holds. Make it with New.
type Parker struct {
	permit chan struct{}
	coming atomic.Int32 // permits that were given or are about to be, where waits are short
}

// New returns a Parker without a permit.
func New() *Parker { return &Parker{permit: make(chan struct{}, 1)} }

// Turns is as in internal/park. No pool is directed here.
type Turns interface {
	Park(p *Parker)
	Unpark(p *Parker)
}

// NewIn panics: the explorer decides itself which goroutine runs.
func NewIn(Turns) *Parker { panic("explore: a directed pool") }

// Park waits for the permit and takes it. One goroutine only.
func (p *Parker) Park() {
	explore.Access(unsafe.Pointer(p), explore.Park)
	<-p.permit
	if explore.Late() {
		p.coming.Add(-1)
	}
}

// ParkFor is Park: no time goes by. Where it is always late, the time is over unless the permit comes.
func (p *Parker) ParkFor(time.Duration) bool {
	if explore.Late() && p.coming.Load() == 0 {
		return false
	}
	p.Park()
	return true
}

// Unpark gives the permit. It never blocks; a second permit given before the
// first was taken is a fault of the caller's protocol and panics.
func (p *Parker) Unpark() {
	if explore.Late() {
		p.coming.Add(1)
	}
	explore.Access(unsafe.Pointer(p), explore.Unpark)
	select {
	case p.permit <- struct{}{}:
	default:
		panic("skua: a permit was given twice")
	}
}

// UnparkBeside is Unpark, of which a host may know more.
func (p *Parker) UnparkBeside() { explore.Beside(p.Unpark) }

// Go runs f on a new goroutine.
func Go(f func()) { explore.Go(f) }

// GoBeside is Go.
func GoBeside(f func()) { explore.Go(f) }

// Later runs f at some time after another thread has written, or when no other thread
// can move, and again unless f returns 0.
func Later(d time.Duration, f func() (next time.Duration)) {
	if explore.Later(d, f) {
		return
	}
	explore.Go(func() {
		for next := d; next > 0; next = f() {
			Yield()
		}
	})
}

// Yield lets other goroutines run.
func Yield() {
	if !explore.Spin() {
		runtime.Gosched()
	}
}
