package sched

import (
	"sync"
	"testing"

	"github.com/skua-go/skua/internal/bound"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/roster"
)

// TestGuests_crowd lets many callers in at a time, once: afterwards the pool is as
// small as before, and has forgotten nothing that it counts.
func TestGuests_crowd(t *testing.T) {
	const crowd = 3000
	p := New(crew.Config{Workers: 2})
	p.Bound = new(bound.Table[crew.Worker]) // workers of other tests' pools may be ending
	var arrived, left sync.WaitGroup
	leave := make(chan struct{})
	arrived.Add(crowd)
	for range crowd {
		left.Go(func() {
			w := p.Enter(nil, nil)
			w.Count.Parks.Add(1)
			arrived.Done()
			<-leave
			Depart(w, nil)
		})
	}
	arrived.Wait()
	if p.Within() {
		t.Error("the test's goroutine is taken for a worker")
	}
	if free := p.Counts().Free; free != 0 {
		t.Errorf("%d tokens free with %d callers, want 0", free, crowd)
	}
	close(leave)
	left.Wait()
	if n := len(p.All.Entries()); n > roster.Few {
		t.Errorf("%d places on the roster", n)
	}
	if len(p.guests) != keptGuests {
		t.Errorf("%d guests are kept, want %d", len(p.guests), keptGuests)
	}
	if n, small := p.Bound.Size(); n > 0 || !small {
		t.Errorf("%d workers are bound; the tables are small: %v", n, small)
	}
	if c := p.Counts(); c.Parks != crowd || c.Free != 2 {
		t.Errorf("%+v, want %d parks and 2 free", c, crowd)
	}
}
