package policy

import "testing"

func TestNames(t *testing.T) {
	for i, name := range exposeNames {
		if e, err := ParseExpose(name); err != nil || int(e) != i {
			t.Errorf("expose %q: %v, %v", name, e, err)
		}
	}
	if _, err := ParseKeep("sometimes"); err == nil || err.Error() != `keep "sometimes" is none of ["hungry" "always" "never"]` {
		t.Errorf("unknown keep: %v", err)
	}
}

func TestAmount(t *testing.T) {
	for private := uint32(1); private < 100; private++ {
		if n := ExposeOne.Amount(private); n != 1 {
			t.Errorf("one of %d: %d", private, n)
		}
		if n := ExposeHalf.Amount(private); n == 0 || n > private || n-(private-n) > 1 {
			t.Errorf("half of %d: %d", private, n)
		}
	}
}

// TestCredit: hunger lasts for some frames, and for one where nobody asked, always
// for ever, never not at all.
func TestCredit(t *testing.T) {
	for k, want := range map[Keep][2]int{KeepHungry: {1, keepFrames}, KeepAlways: {1000, 1000}, KeepNever: {0, 0}} {
		got := [2]int{k.frames(k.AfterFirst(k.AtStart())), k.frames(k.AfterRequest(k.AtStart()))}
		if got != want {
			t.Errorf("keep %s: %d frames at first and after a request, want %d", k, got, want)
		}
	}
}

// TestBack: one that comes back ends the credit that a first frame gave, not that
// of a request.
func TestBack(t *testing.T) {
	k := KeepHungry
	if c := k.AfterReturn(k.AfterFirst(k.AtStart())); c != 0 {
		t.Errorf("after the first frame %d, want 0", c)
	}
	if c := k.AfterReturn(k.AfterRequest(k.AtStart())); c != keepFrames {
		t.Errorf("after a request %d, want %d", c, keepFrames)
	}
	if c := KeepAlways.AfterReturn(KeepAlways.AtStart()); c == 0 {
		t.Error("always came to an end")
	}
}

// frames returns how many frames are kept public for c, a thousand at most.
func (k Keep) frames(c Credit) (n int) {
	for ; c > 0 && n < 1000; n++ {
		c = k.AfterKept(c)
	}
	return n
}

// TestNeedless: more forks pass with each needless steal in a row, up to a bound, and none without.
func TestNeedless(t *testing.T) {
	n := Needless(0)
	for _, want := range []int{0, 4, 16, 64, 64} {
		if got := n.Passes(); got != want {
			t.Errorf("after %d needless steals %d forks pass, want %d", n, got, want)
		}
		n = n.After()
	}
}
