package cost

import (
	"testing"
	"time"

	"github.com/skua-go/skua/internal/policy"
)

// a row is of loops by one worker, one after the other, by a clock of the test's.
type row struct {
	Past
	loop  Loop // the last
	now   time.Duration
	kinds uintptr // of its loops: this and the cost; of no other row
}

// next runs a loop that takes so long, that long after the end of the one before.
func (r *row) next(cost, gap time.Duration) (lazy, dealt bool) {
	h := r.begin(cost, gap)
	return h.Who < All, h.Who >= Dealt
}

func (r *row) begin(cost, gap time.Duration) Help {
	kind := r.kinds + uintptr(cost)
	siteOf(kind).note(100, cost)
	r.now += gap
	r.loop = Loop{}
	h, begun := r.Begin(&r.loop, kind, 100, r.now, false), r.now
	r.now += cost
	r.Returned(&r.loop, begun, r.now)
	return h
}

// end ends the last loop, of which the maker has run so many indices.
func (r *row) end(ran int) {
	r.loop.Ran = ran
	r.End(&r.loop, 100, Dealt, func() time.Duration { return r.now })
}

// wakes returns the number of the first loop of a row that wakes a worker, or 0.
func (r *row) wakes(cost, gap time.Duration) int {
	for n := range 10_000 {
		h := r.begin(cost, gap)
		if h.Who == All {
			panic("a worker is woken for another reason")
		}
		if h.Who == Streak {
			return n + 1
		}
	}
	return 0
}

const middling = Worth / 2 // of a loop that is dealt

// TestStreak: a long loop is worth a worker, a short one in a long streak with which nobody helps too.
func TestStreak(t *testing.T) {
	r := newRow()
	if lazy, dealt := r.next(2*Worth, time.Second); lazy || !dealt {
		t.Errorf("a long loop: lazy %v, dealt %v", lazy, dealt)
	}
	if h := r.begin(middling, time.Second); h.Who != Dealt {
		t.Errorf("a loop that does not belong to a streak: %+v", h)
	}
	for want := firstWake; want <= lastWake; want *= 2 {
		if n := r.wakes(middling, time.Microsecond); n != want {
			t.Fatalf("a worker is woken after %d loops, want %d", n, want)
		}
	}
	r.next(middling, time.Second)
	if n := r.wakes(middling, time.Microsecond); n != firstWake {
		t.Errorf("in another streak a worker is woken after %d loops, want %d", n, firstWake)
	}
	if n := r.wakes(middling, 2*policy.Linger); n != 0 {
		t.Errorf("with long gaps a worker is woken after %d loops", n)
	}
	for n := range 2 * firstWake {
		if lazy, _ := r.next(middling, time.Microsecond); !lazy {
			t.Errorf("somebody helps, and another is woken after %d loops", n+1)
		}
		r.end(50)
	}
}

// TestToll: loops are dealt that take longer than it costs, whatever loops cost it before, and one odd loop
// in ten changes nothing.
func TestToll(t *testing.T) {
	const dear = 8 * time.Microsecond
	r := newRow()
	dealt := func(cost time.Duration) bool {
		_, dealt := r.next(cost, time.Microsecond)
		return dealt
	}
	learn := func(loops int, costs time.Duration) {
		for k := range loops {
			if k%10 == 3 {
				r.toll = r.toll.after(time.Second, middling)
			} else {
				r.toll = r.toll.after(costs+middling/2, middling)
			}
		}
	}
	if !dealt(3*time.Microsecond) || dealt(2*time.Microsecond) {
		t.Error("at first loops of 3 µs should be dealt, and of 2 µs not")
	}
	learn(1000, dear)
	if near := r.toll.near(); near < 2*dear || near > 3*dear || dealt(2*dear-1) || !dealt(middling) {
		t.Errorf("where help costs %v, loops of %v are dealt", dear, near)
	}
	for n := 0; !dealt(dear); n++ {
		if n > 20_000 {
			t.Fatalf("it is not tried again what help costs with a loop of %v", dear)
		}
	}
	for n := 0; n < 20_000; n++ {
		dealt(time.Microsecond)
	}
	if near := r.toll.near(); near < dear/2 {
		t.Errorf("loops that are never worth it forget what help costs: %v", near)
	}
	learn(1000, 0)
	if got := r.toll; got != leastToll {
		t.Errorf("where help costs nothing, it is taken to cost %v", time.Duration(got))
	}
}

// TestPast_End: a short loop with help tells what help costs, and what its maker's indices cost
// only if that is less than what is known, or four times as much: the maker of a loop with help is slower.
func TestPast_End(t *testing.T) {
	const kind, alone = 987655, 64 * 250 * time.Nanosecond
	here := siteOf(kind)
	for _, c := range []struct{ half, seems time.Duration }{
		{alone / 4, alone / 2}, {alone / 2, alone}, {alone, alone}, {2 * alone, 2 * alone}, {9 * alone, 2 * alone},
	} {
		here.word.Store(0)
		here.note(64, alone)
		p, l := Past{toll: leastToll}, Loop{here: here, begun: time.Second, Ran: 32, spent: c.half}
		p.End(&l, 64, Dealt, func() time.Duration { return time.Second + alone })
		if p.toll <= leastToll || p.wake != firstWake {
			t.Errorf("help that made nothing faster seems to have cost %v", time.Duration(p.toll))
		}
		if now := here.takes(64).Round(time.Microsecond); now != c.seems {
			t.Errorf("after %v for half of the indices all seem to take %v, want %v", c.half, now, c.seems)
		}
	}
}

var rows uintptr

func newRow() *row {
	rows++
	return &row{now: time.Second, kinds: rows << 24}
}

// TestPast_alone: nobody is woken for a loop that nobody can help with, however long it takes, and its first
// chunk is as long as a microsecond.
func TestPast_alone(t *testing.T) {
	const kind = uintptr(0x51ed270b)
	var l Loop
	if h := new(Past).Begin(&l, kind, 100, 0, true); h != (Help{Who: Nobody}) {
		t.Errorf("of an unknown kind: %+v", h)
	}
	l.here.note(100, 20*time.Microsecond)
	if h := new(Past).Begin(&l, kind, 1_000_000, 0, true); h != (Help{Who: Nobody, Quick: 5}) {
		t.Errorf("of 0.2 µs an index: %+v", h)
	}
}
