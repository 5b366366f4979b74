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
	on    *Loops
	now   time.Duration
	kinds uintptr // of its loops: this and the cost; of no other row
}

func (r *row) site(cost time.Duration) site { return siteOf(r.kinds + uintptr(cost)) }

// next begins a loop that takes so long, that long after the end of the one before.
func (r *row) next(cost, gap time.Duration) (lazy, open bool) {
	l := &Loop{LoopConfig: LoopConfig{To: 100}, here: r.site(cost)}
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
	r.next(short+near, time.Second)
	if r.on.worker.Crew.Series.Load() {
		t.Error("a loop that does not belong to a series says that it does")
	}
	for want := firstWake; want <= lastWake; want *= 2 {
		if n := r.wakes(short+near, time.Microsecond); n != want {
			t.Fatalf("a worker is woken after %d loops, want %d", n, want)
		}
		if !r.on.worker.Crew.Series.Swap(false) {
			t.Fatal("the worker that is woken does not learn that it is for a series")
		}
	}
	r.next(short+near, time.Second)
	if n := r.wakes(short+near, time.Microsecond); n != firstWake {
		t.Errorf("in another series a worker is woken after %d loops, want %d", n, firstWake)
	}
	if n := r.wakes(short+near, 2*policy.Linger); n != 0 {
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
	if n := r.wakes(short+near, time.Microsecond); n != 0 {
		t.Errorf("one searches, and another is woken after %d loops", n)
	}
}

// TestSeries_help: short loops are shown if that made them shorter, and now and then if not, to learn
// whether it does now.
func TestSeries_help(t *testing.T) {
	const cost = near * 3 / 2
	for what, c := range map[string]struct {
		helped time.Duration
		missed int // loops that nobody came to help with
		shown  int // of tryEvery
	}{
		"help is quick":           {cost / 2, 0, tryEvery - tries},
		"help is slow":            {cost * 2, 0, tries},
		"nobody helped for long":  {cost * 2, 12, tryEvery - tries},
		"nobody helped for a bit": {cost * 2, 3, tries},
	} {
		r := newRow()
		here := r.site(cost)
		r.on.ended = r.now
		here.noteHelped(100, c.helped)
		for range c.missed {
			here.missHelp()
		}
		shown := 0
		for range tryEvery {
			if _, open := r.next(cost, time.Microsecond); open {
				shown++
			}
		}
		if shown != c.shown {
			t.Errorf("%s: %d of %d loops are shown, want %d", what, shown, tryEvery, c.shown)
		}
	}
}

var rows uintptr

func newRow() *row {
	rows++
	nobody := func() bool { return false }
	c := new(crew.Crew)
	c.Sleep = sleep.New(2, nobody, nobody, nobody)
	return &row{on: &Loops{worker: &crew.Worker{Crew: c}}, now: time.Second, kinds: rows << 24}
}
