package loop

import (
	"testing"
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sleep"
)

// a row is of loops by one worker, one after the other, by a clock of the test's.
type row struct {
	on  *Loops
	now time.Duration
}

// next begins a loop that takes so long, that long after the end of the one before.
func (r *row) next(cost, gap time.Duration) (lazy, open bool) {
	l := &Loop{LoopConfig: LoopConfig{To: 100}, here: siteOf(uintptr(4000 + cost))}
	l.here.note(100, cost)
	r.now += gap
	lazy, open = r.on.worthIt(l, r.now)
	r.now += cost
	r.on.ended = r.now
	return lazy, open
}

// wakes returns the number of the first loop of a row that wakes a worker, or 0.
func (r *row) wakes(cost, gap time.Duration) int {
	for n := range 10_000 {
		if lazy, _ := r.next(cost, gap); !lazy {
			return n + 1
		}
	}
	return 0
}

// TestSeries: a long loop is worth a worker, a short one in a long series too.
func TestSeries(t *testing.T) {
	r := newRow()
	if lazy, open := r.next(2*worth, time.Second); lazy || !open {
		t.Error("a long loop is not worth a worker")
	}
	r.next(3*near, time.Second)
	if r.on.worker.Crew.Series.Load() {
		t.Error("a loop that does not belong to a series says that it does")
	}
	for want := firstWake; want <= lastWake; want *= 2 {
		if n := r.wakes(3*near, time.Microsecond); n != want {
			t.Fatalf("a worker is woken after %d loops, want %d", n, want)
		}
		if !r.on.worker.Crew.Series.Swap(false) {
			t.Fatal("the worker that is woken does not learn that it is for a series")
		}
	}
	r.next(3*near, time.Second)
	if n := r.wakes(3*near, time.Microsecond); n != firstWake {
		t.Errorf("in another series a worker is woken after %d loops, want %d", n, firstWake)
	}
	if n := r.wakes(3*near, 2*policy.Linger); n != 0 {
		t.Errorf("with long gaps a worker is woken after %d loops", n)
	}
	if n := r.wakes(near*3/2, time.Microsecond); n != 0 {
		t.Errorf("for short loops a worker is woken after %d of them", n)
	}
}

// TestSeries_open: those that search, or may do so in a moment, see the loops that are worth it, and no
// others.
func TestSeries_open(t *testing.T) {
	r := newRow()
	want := func(what string, cost, gap time.Duration, want bool) {
		t.Helper()
		if lazy, open := r.next(cost, gap); !lazy || open != want {
			t.Errorf("%s: lazy %v, open %v, want it lazy, and open %v", what, lazy, open, want)
		}
	}
	want("nobody searches", near*3/2, time.Second, false)
	want("one may be about to", near*3/2, time.Microsecond, true)
	want("but it is too short", near/2, time.Microsecond, false)
	r.on.worker.Crew.Sleep.TakeToken()
	r.on.worker.Crew.Sleep.StartSearch()
	want("one searches", near*3/2, time.Second, true)
	want("and it is too short", near/2, time.Microsecond, false)
	if n := r.wakes(3*near, time.Microsecond); n != 0 {
		t.Errorf("one searches, and another is woken after %d loops", n)
	}
}

func newRow() *row {
	nobody := func() bool { return false }
	s := sleep.New(2, nobody, nobody, nobody)
	return &row{on: &Loops{worker: &crew.Worker{Crew: &crew.Crew{Sleep: s}}}, now: time.Second}
}
