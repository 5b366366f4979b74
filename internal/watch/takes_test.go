package watch

import "testing"

// TestWorker_Grain: where nobody notes takes the grain stays what it is, also none.
func TestWorker_Grain(t *testing.T) {
	for _, c := range []struct {
		notes          bool
		grain, n, want int
	}{
		{false, 0, 5000, 0}, {false, 7, 5000, 7}, {true, 7, 5000, 7}, {true, 0, 5000, 4}, {true, 0, 100, 1},
	} {
		var w Worker
		if c.notes {
			w.Notes = new(Notes)
		}
		if got := w.Grain(c.grain, c.n); got != c.want {
			t.Errorf("with notes %v a loop of %d with a grain of %d has one of %d, want %d", c.notes, c.n, c.grain, got, c.want)
		}
	}
}
