package cases

import "testing"

func TestDeque(t *testing.T) {
	for _, n := range []int{1, 1000} {
		allAnswer(t, dequeCase, params("how", "alone", "n", n))
		allAnswer(t, dequeCase, params("how", "steal", "n", n))
	}
}

// allAnswer wants the right answer from every way of c that is written in Go and
// has what it takes, the second time as well.
func allAnswer(t *testing.T, c Case, p Params) {
	want, answered := c.Want(p), 0
	for _, w := range c.Ways() {
		if w.Native != "" {
			continue
		}
		run, err := w.Start(p, 2)
		if IsCannot(err) {
			continue
		}
		if err != nil {
			t.Fatalf("%s, %v: %s does not start: %v", c.ID, p, w.Name, err)
		}
		for range 2 {
			if run.Before != nil {
				run.Before()
			}
			run.Once()
			if got := run.Answer(); got != want {
				t.Errorf("%s, %v: %s answers %s, want %s", c.ID, p, w.Name, got, want)
			}
		}
		if run.Close != nil {
			run.Close()
		}
		answered++
	}
	if answered == 0 {
		t.Errorf("%s, %v: nobody answers", c.ID, p)
	}
}
