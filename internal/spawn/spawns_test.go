package spawn

import (
	"testing"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/watch"
)

// pair returns two workers of a crew that runs nothing.
func pair() (w, v *crew.Worker, b *Board) {
	p := spawnCrew(2)
	b = &Board{Crew: p}
	for _, at := range []**crew.Worker{&w, &v} {
		*at = p.Hire(-1)
		(*at).Kinds[crew.Tasks] = New(*at, b)
		p.All.Add(*at)
		p.Sleep.TakeToken()
	}
	p.Watch.Director = new(watch.Director) // so no timer looks after the tasks, which are nobody's
	return w, v, b
}

// unevenPair returns two workers of a crew that runs nothing, with that many spawned tasks
// on their queues.
func unevenPair(own, more int) (w, v *crew.Worker) {
	w, v, _ = pair()
	for n := range own {
		Of(w).queue.Push(&Task{body: n})
	}
	for n := range more {
		Of(v).queue.Push(&Task{body: n})
	}
	return w, v
}

// TestAmount: a thief takes one task, or half of what its victim has more, from a queue
// and from an inbox.
func TestAmount(t *testing.T) {
	for _, c := range []struct {
		own, more int
		takes     int
	}{
		{0, 1, 1}, {0, 12, 6}, {0, 13, 7},
		{10, 12, 1}, {12, 12, 0}, {0, 1000, maxBatch},
	} {
		w, v := unevenPair(c.own, c.more)
		first := Of(w).stealFrom(Of(v).queue)
		got := c.more - Of(v).queue.Len()
		if got != c.takes || (first != nil) != (got > 0) || Of(w).queue.Len() != c.own+max(0, got-1) {
			t.Errorf("a thief with %d tasks took %d of %d, and has %d now; want %d taken",
				c.own, got, c.more, Of(w).queue.Len(), c.takes)
		}
		if c.own > 0 {
			continue
		}
		s := &Scope{Board: Of(w).board}
		for n := range c.more {
			s.Put(n)
		}
		if Of(w).arrive(s); c.more-s.inbox.Len() != c.takes {
			t.Errorf("a worker took %d of %d tasks in an inbox, want %d", c.more-s.inbox.Len(), c.more, c.takes)
		}
	}
}
