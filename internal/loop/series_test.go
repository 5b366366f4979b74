package loop

import (
	"testing"
	"time"

	"github.com/skua-go/skua/internal/clock"
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
func (r *row) next(cost, gap time.Duration) (lazy, dealt bool) {
	here := r.site(cost)
	here.note(100, cost)
	r.now += gap
	h := r.on.helpFor(100, here, r.now)
	r.now += cost
	r.on.ended = r.now
	return h.lazy, h.deals
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

const middling = worth / 2 // of a loop that is dealt

// TestSeries: a long loop is worth a worker, a short one in a long series with which nobody helps too.
func TestSeries(t *testing.T) {
	r := newRow()
	if lazy, dealt := r.next(2*worth, time.Second); lazy || !dealt {
		t.Errorf("a long loop: lazy %v, dealt %v", lazy, dealt)
	}
	if lazy, dealt := r.next(middling, time.Second); !lazy || !dealt || r.on.worker.Crew.Series.Load() {
		t.Errorf("a loop that does not belong to a series: lazy %v, dealt %v, or it says that it does", lazy, dealt)
	}
	for want := firstWake; want <= lastWake; want *= 2 {
		if n := r.wakes(middling, time.Microsecond); n != want {
			t.Fatalf("a worker is woken after %d loops, want %d", n, want)
		}
		if !r.on.worker.Crew.Series.Swap(false) {
			t.Fatal("the worker that is woken does not learn that it is for a series")
		}
	}
	r.next(middling, time.Second)
	if n := r.wakes(middling, time.Microsecond); n != firstWake {
		t.Errorf("in another series a worker is woken after %d loops, want %d", n, firstWake)
	}
	if n := r.wakes(middling, 2*policy.Linger); n != 0 {
		t.Errorf("with long gaps a worker is woken after %d loops", n)
	}
	for n := range 2 * firstWake {
		if lazy, _ := r.next(middling, time.Microsecond); !lazy {
			t.Errorf("somebody helps, and another is woken after %d loops", n+1)
		}
		noteHalf(r.on, r.site(middling), middling)
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
				r.on.toll = r.on.toll.after(time.Second, middling)
			} else {
				r.on.toll = r.on.toll.after(costs+middling/2, middling)
			}
		}
	}
	if !dealt(3*time.Microsecond) || dealt(2*time.Microsecond) {
		t.Error("at first loops of 3 µs should be dealt, and of 2 µs not")
	}
	learn(1000, dear)
	if near := r.on.toll.near(); near < 2*dear || near > 3*dear || dealt(2*dear-1) || !dealt(middling) {
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
	if near := r.on.toll.near(); near < dear/2 {
		t.Errorf("loops that are never worth it forget what help costs: %v", near)
	}
	learn(1000, 0)
	if got := r.on.toll; got != leastToll {
		t.Errorf("where help costs nothing, it is taken to cost %v", time.Duration(got))
	}
}

// noteHalf ends a loop of that kind that its maker has begun so long ago, and others have run a half of.
func noteHalf(on *Loops, here site, took time.Duration) {
	l := &Loop{LoopConfig: LoopConfig{To: 100}, help: help{lazy: true}}
	l.cost = cost{here: here, ran: 50, spent: took / 2, begun: clock.Now() - took}
	l.first.on = on
	l.note()
}

var rows uintptr

func newRow() *row {
	rows++
	nobody := func() bool { return false }
	c := new(crew.Crew)
	c.Sleep = sleep.New(2, nobody, nobody, nobody)
	return &row{on: &Loops{worker: &crew.Worker{Crew: c}}, now: time.Second, kinds: rows << 24}
}
