package fork

import "testing"

// TestPasses: after each needless steal in a row more forks pass, but so many only. None does after a steal
// that was not needless, nor while an older frame is private or a worker goes to sleep.
func TestPasses(t *testing.T) {
	s := alone()
	for _, want := range []int{4, 16, 64, 64} {
		s.demand.stolen(true)
		n := 0
		for n <= want && s.passes(1) {
			n++
		}
		if n != want {
			t.Errorf("%d forks pass or more, want %d", n, want)
		}
	}
	s.demand.stolen(true)
	if s.passes(2) {
		t.Error("a fork passes although an older frame is private")
	}
	s.urgent.Store(true)
	if s.passes(1) {
		t.Error("a fork passes although a worker goes to sleep")
	}
	s.urgent.Store(false)
	if !s.passes(1) {
		t.Error("no fork passes any more")
	}
	if s.demand.stolen(false); s.passes(1) {
		t.Error("a fork passes after a steal that was not needless")
	}
}
