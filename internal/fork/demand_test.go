package fork

import "testing"

// TestPasses: after each needless steal in a row more forks pass, but so many only. None does after a steal
// that was not needless, nor while an older frame is private or a worker goes to sleep.
func TestPasses(t *testing.T) {
	var d demand
	for _, want := range []int{4, 16, 64, 64} {
		d.stolen(true)
		n := 0
		for n <= want && d.pass(1, false) {
			n++
		}
		if n != want {
			t.Errorf("%d forks pass or more, want %d", n, want)
		}
	}
	d.stolen(true)
	if d.pass(2, false) {
		t.Error("a fork passes although an older frame is private")
	}
	if d.pass(1, true) {
		t.Error("a fork passes although a worker goes to sleep")
	}
	if !d.pass(1, false) {
		t.Error("no fork passes any more")
	}
	if d.stolen(false); d.pass(1, false) {
		t.Error("a fork passes after a steal that was not needless")
	}
}
