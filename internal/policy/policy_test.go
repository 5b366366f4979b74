package policy

import "testing"

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
	for k, want := range map[Keep][3]int{KeepHungry: {0, 1, keepFrames}, KeepAlways: {1000, 1000, 1000}, KeepNever: {}} {
		d := DemandOf(k)
		d.Anew()
		got := [3]int{d.frames()}
		for i := range 2 {
			d.Answered()
			got[1+i] = d.frames()
		}
		if got != want {
			t.Errorf("keep %s: %d frames before a request, after the first and after another, want %d", k, got, want)
		}
	}
}

// TestBack: one that comes back ends the credit that a first frame gave, not that
// of a request.
func TestBack(t *testing.T) {
	for k, want := range map[Keep][2]int{KeepHungry: {0, keepFrames}, KeepAlways: {1000, 1000}, KeepNever: {}} {
		d := DemandOf(k)
		d.Anew()
		var got [2]int
		for i := range got {
			d.Answered()
			d.Returned()
			got[i] = d.frames()
		}
		if got != want {
			t.Errorf("keep %s: after the first frame and one more %d, want %d", k, got, want)
		}
	}
}

// frames returns how many frames are kept public, a thousand at most.
func (d Demand) frames() (n int) {
	for ; d.Keeps() && n < 1000; n++ {
		d.Kept()
	}
	return n
}

// TestPasses: after each needless steal in a row more requests pass, but so many only. None does after a
// steal that was not needless, nor while an older frame is private or a worker goes to sleep. Nor is a frame
// kept public after a needless one.
func TestPasses(t *testing.T) {
	var d Demand
	for _, want := range []int{4, 16, 64, 64} {
		d.Answered()
		if d.Stolen(true); d.Keeps() || !d.Needless() {
			t.Errorf("keeps a frame after a needless steal: %v, and knows that it was one: %v", d.Keeps(), d.Needless())
		}
		n := 0
		for n <= want && d.Pass(1, false) {
			n++
		}
		if n != want {
			t.Errorf("%d requests pass or more, want %d", n, want)
		}
	}
	d.Stolen(true)
	if d.Pass(2, false) {
		t.Error("a request passes although an older frame is private")
	}
	if d.Pass(1, true) {
		t.Error("a request passes although a worker goes to sleep")
	}
	if !d.Pass(1, false) {
		t.Error("no request passes any more")
	}
	if d.Stolen(false); d.Needless() || d.Pass(1, false) {
		t.Error("a request passes after a steal that was not needless")
	}
}
