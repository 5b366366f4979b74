package crew

import (
	"testing"

	"github.com/skua-go/skua/internal/self"
)

// TestSpawner wants what is remembered of a goroutine to change with what the goroutine runs.
func TestSpawner(t *testing.T) {
	c, other := new(Crew), new(Crew)
	c.Init(nil, Config{}, 1)
	other.Init(nil, Config{}, 1)
	w, inner, foreign := &Worker{Crew: c}, &Worker{Crew: c}, &Worker{Crew: other}
	// Each twice: found under the lock, then remembered.
	want := func(when string, want, wantOther *Worker) {
		t.Helper()
		if !self.Quick {
			want, wantOther = nil, nil
		}
		for range 2 {
			if got := c.Spawner(); got != want {
				t.Errorf("%s: spawns on %p, want %p", when, got, want)
			}
			if got := other.Spawner(); got != wantOther {
				t.Errorf("%s: spawns in the other pool on %p, want %p", when, got, wantOther)
			}
		}
	}
	want("outside", nil, nil)
	w.Bind()
	want("as a worker", w, nil)
	w.blocked = true
	want("without its token", nil, nil)
	w.blocked = false
	want("with its token again", w, nil)
	foreign.Bind()
	w.Covered = true
	want("inside, in the other pool", nil, foreign)
	foreign.Unbind()
	w.Covered = false
	inner.Bind()
	w.Covered = true
	want("inside, in its own pool", inner, nil)
	inner.Unbind()
	w.Covered = false
	want("as a worker again", w, nil)
	elsewhere := make(chan *Worker)
	go func() { elsewhere <- c.Spawner() }()
	if got := <-elsewhere; got != nil {
		t.Errorf("another goroutine spawns on %p, want none", got)
	}
	w.Unbind()
	want("outside again", nil, nil)
}
