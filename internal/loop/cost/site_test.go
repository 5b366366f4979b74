package cost

import (
	"math"
	"testing"
	"time"
)

// TestSite wants a kind to be heavy until it is known, and after that if it would take
// long enough; one odd loop does not change that, some in a row do.
func TestSite(t *testing.T) {
	const kind, n = ^uintptr(12345), 64
	here := siteOf(kind)
	want := func(heavy bool, when string) {
		t.Helper()
		if here.heavy(n, Worth) != heavy {
			t.Errorf("%s: heavy is %v", when, !heavy)
		}
	}
	run := func(times int, took time.Duration) {
		for range times {
			here.note(n, took)
		}
	}
	want(true, "not seen before")
	run(1, Worth/3)
	want(false, "short at first")
	run(1, time.Second)
	want(false, "long once")
	run(2, time.Second)
	want(true, "long three times")
	run(40, time.Hour)
	want(true, "as long as can be")
	run(40, Worth/3)
	want(false, "short again")
	run(1, -time.Second)
	run(40, 0)
	want(false, "the clock went back, or stood")
	run(1, n)
	if !here.heavy(math.MaxInt, Worth) {
		t.Error("a nanosecond each, but very many: not heavy")
	}

	other := siteOf(kind + 1)
	for k := uintptr(2); other.word != here.word; k++ {
		other = siteOf(kind + k)
	}
	other.note(n, Worth/3)
	want(true, "its entry is another's")
	if other.heavy(n, Worth) {
		t.Error("the other that took the entry is heavy")
	}
}
