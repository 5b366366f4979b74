package loop

import (
	"math"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/crew"
)

// TestSite wants a kind to be heavy until it is known, and after that if it would take
// long enough; one odd loop does not change that, some in a row do.
func TestSite(t *testing.T) {
	const kind, n = ^uintptr(12345), 64
	here := siteOf(kind)
	want := func(heavy bool, when string) {
		t.Helper()
		if here.heavy(n, worth) != heavy {
			t.Errorf("%s: heavy is %v", when, !heavy)
		}
	}
	run := func(times int, took time.Duration) {
		for range times {
			here.note(n, took)
		}
	}
	want(true, "not seen before")
	run(1, worth/3)
	want(false, "short at first")
	run(1, time.Second)
	want(false, "long once")
	run(2, time.Second)
	want(true, "long three times")
	run(40, time.Hour)
	want(true, "as long as can be")
	run(40, worth/3)
	want(false, "short again")
	run(1, -time.Second)
	run(40, 0)
	want(false, "the clock went back, or stood")
	run(1, n)
	if !here.heavy(math.MaxInt, worth) {
		t.Error("a nanosecond each, but very many: not heavy")
	}

	other := siteOf(kind + 1)
	for k := uintptr(2); other.word != here.word; k++ {
		other = siteOf(kind + k)
	}
	other.note(n, worth/3)
	want(true, "its entry is another's")
	if other.heavy(n, worth) {
		t.Error("the other that took the entry is heavy")
	}
}

// TestSite_for wants estimates only where waking somebody depends on them.
func TestSite_for(t *testing.T) {
	one, two := loopCrew(crew.Config{}, 1), loopCrew(crew.Config{}, 2)
	for _, c := range []struct {
		what string
		crew *crew.Crew
		loop LoopConfig
		want bool
	}{
		{"a loop", two, LoopConfig{To: 9}, true},
		{"with a grain", two, LoopConfig{To: 9, Grain: 1}, false},
		{"of one worker", two, LoopConfig{To: 9, Workers: 1}, false},
		{"of two workers", two, LoopConfig{To: 9, Workers: 2}, true},
		{"of one index", two, LoopConfig{To: 1}, false},
		{"on a pool of one", one, LoopConfig{To: 9}, false},
	} {
		if got := New(c.crew.Hire(-1)).siteFor(&c.loop) != (site{}); got != c.want {
			t.Errorf("%s: it is remembered what it costs: %v", c.what, got)
		}
	}
}
