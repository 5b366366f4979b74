package loop

import (
	"testing"
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sleep"
)

// TestSeries: a long loop is worth a worker, a short one in a long series too, and one of which a
// worker is awake.
func TestSeries(t *testing.T) {
	nobody := func() bool { return false }
	s := sleep.New(2, nobody, nobody, nobody)
	on := &Loops{worker: &crew.Worker{Crew: &crew.Crew{Sleep: s}}}
	var now time.Duration = time.Second
	loopOf := func(cost, gap time.Duration) bool {
		l := &Loop{LoopConfig: LoopConfig{To: 100}, here: siteOf(uintptr(4000 + cost))}
		l.here.note(100, cost)
		now += gap
		l.start = now
		seen := on.worthIt(l)
		now += cost
		on.ended = now
		return seen
	}
	if !loopOf(2*worth, time.Second) {
		t.Error("a long loop is not worth a worker")
	}
	after := func(cost, gap time.Duration) (loops int) {
		for loops = range 10_000 {
			if loopOf(cost, gap) {
				return loops + 1
			}
		}
		return 0
	}
	loopOf(3*near, time.Second)
	for want := firstWake; want <= lastWake; want *= 2 {
		if n := after(3*near, time.Microsecond); n != want {
			t.Fatalf("a worker is woken after %d loops, want %d", n, want)
		}
	}
	loopOf(3*near, time.Second)
	if n := after(3*near, time.Microsecond); n != firstWake {
		t.Errorf("in another series a worker is woken after %d loops, want %d", n, firstWake)
	}
	if n := after(3*near, 2*policy.Linger); n != 0 {
		t.Errorf("with long gaps a worker is woken after %d loops", n)
	}
	if n := after(near*3/2, time.Microsecond); n != 0 {
		t.Errorf("for short loops a worker is woken after %d of them", n)
	}
	s.TakeToken()
	s.StartSearch()
	if !loopOf(near*3/2, time.Microsecond) || loopOf(near/2, time.Microsecond) {
		t.Error("a worker that searches should see the loops that are worth it, and no others")
	}
}
