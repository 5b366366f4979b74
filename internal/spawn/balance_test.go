package spawn

import (
	"testing"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
)

// pair returns two workers of a crew that runs nothing.
func pair(config crew.Config) (w, v *crew.Worker, b *Board) {
	p := spawnCrew(config, 2)
	b = new(Board)
	b.Init(p)
	b.attending.Store(true) // no timer: these tasks are nobody's
	for _, at := range []**crew.Worker{&w, &v} {
		*at = p.Hire(-1)
		(*at).Kinds[Order] = New(*at, b)
		p.Add(*at)
		p.Sleep.TakeToken()
	}
	return w, v, b
}

// unevenPair returns two workers of a crew that runs nothing, with that many spawned tasks
// on their queues.
func unevenPair(config crew.Config, own, more int) (w, v *crew.Worker) {
	w, v, _ = pair(config)
	for n := range own {
		Of(w).queue.Push(&Task{body: n})
	}
	for n := range more {
		Of(v).queue.Push(&Task{body: n})
	}
	return w, v
}

// TestBalance: a worker with tasks takes half of the difference of one that has more, if
// the policy says so, so that both have as many.
func TestBalance(t *testing.T) {
	for _, c := range []struct {
		policy    string
		own, more int
		moves     bool
	}{
		{"chance:100", 1, 10, true}, {"chance:100", 10, 12, true}, {"chance:100", 1, 60, true},
		{"chance:100", 5, 5, false}, {"chance:100", 0, 10, false}, {"empty", 1, 10, false},
	} {
		balance, err := policy.ParseBalance(c.policy)
		if err != nil {
			t.Fatal(err)
		}
		w, v := unevenPair(crew.Config{Balance: balance}, c.own, c.more)
		for range 100 {
			Of(w).balance()
		}
		own, more := Of(w).queue.Len(), Of(v).queue.Len()
		if own+more != c.own+c.more || own > c.own != c.moves || w.Count.Steals.Load() > 0 != c.moves {
			t.Errorf("%s: of %d and %d tasks there are %d and %d after balancing, %d steals; want moves: %v",
				c.policy, c.own, c.more, own, more, w.Count.Steals.Load(), c.moves)
		}
		if c.moves && max(own-more, more-own) > 1 {
			t.Errorf("of %d and %d tasks there are %d and %d after balancing, want as many on both sides",
				c.own, c.more, own, more)
		}
	}
}

// TestAmount: a thief takes one task, or half of what its victim has more, from a queue
// and from an inbox, as the policy says.
func TestAmount(t *testing.T) {
	for _, c := range []struct {
		amount    policy.Amount
		own, more int
		takes     int
	}{
		{policy.AmountHalf, 0, 1, 1}, {policy.AmountHalf, 0, 12, 6}, {policy.AmountHalf, 0, 13, 7},
		{policy.AmountHalf, 10, 12, 1}, {policy.AmountHalf, 12, 12, 0}, {policy.AmountHalf, 0, 1000, maxBatch},
		{policy.AmountOne, 0, 12, 1}, {policy.AmountOne, 10, 12, 1}, {policy.AmountOne, 0, 1000, 1},
	} {
		w, v := unevenPair(crew.Config{Amount: c.amount}, c.own, c.more)
		first, lost := Of(w).stealFrom(Of(v).queue)
		got := c.more - Of(v).queue.Len()
		if got != c.takes || (first != nil) != (got > 0) || lost || Of(w).queue.Len() != c.own+max(0, got-1) {
			t.Errorf("amount %v: a thief with %d tasks took %d of %d, and has %d now; want %d taken",
				c.amount, c.own, got, c.more, Of(w).queue.Len(), c.takes)
		}
		if c.own > 0 {
			continue
		}
		s := &Scope{Board: Of(w).board}
		for n := range c.more {
			s.Put(n)
		}
		if s.take(Of(w), nil); c.more-s.inbox.n != c.takes {
			t.Errorf("amount %v: a worker took %d of %d tasks in an inbox, want %d", c.amount, c.more-s.inbox.n, c.more, c.takes)
		}
	}
}

// TestBalance_full: what does not fit into a bounded queue goes to the inbox of its
// scope. An ABP stays full, whatever was stolen, until its owner has emptied it.
func TestBalance_full(t *testing.T) {
	balance, err := policy.ParseBalance("chance:100")
	if err != nil {
		t.Fatal(err)
	}
	w, v, b := pair(crew.Config{Deque: policy.DequeABP, Balance: balance})
	s := &Scope{Board: b}
	for Of(w).queue.Push(&Task{scope: s}) {
	}
	for Of(w).queue.Len() > 1 {
		Of(w).queue.Steal()
	}
	for range 10 {
		Of(v).queue.Push(&Task{scope: s})
	}
	for range 100 {
		Of(w).balance()
	}
	if own, more, inbox := Of(w).queue.Len(), Of(v).queue.Len(), b.injector.len(); inbox == 0 || own+more+inbox != 11 {
		t.Errorf("of 11 tasks there are %d and %d in queues and %d in the inbox", own, more, inbox)
	}
}

// TestAnswer: between two tasks of its own, wherever it looks for the next one, a worker makes a
// private one public if a thief has asked for it.
func TestAnswer(t *testing.T) {
	for name, next := range map[string]func(c *Spawned, s *Scope){
		"of any scope": func(c *Spawned, s *Scope) { c.Next() },
		"of one scope": func(c *Spawned, s *Scope) { c.popOf(s) },
	} {
		w, v, b := pair(crew.Config{Deque: policy.DequeSplit})
		s := &Scope{Board: b}
		for range 10 {
			Of(v).queue.Push(&Task{scope: s})
		}
		for range 3 { // one is public as the queue begins with a request
			Of(w).stealFrom(Of(v).queue)
		}
		if n := Of(v).queue.Len(); n != 0 {
			t.Fatalf("%s: %d tasks are public before the owner looks for one", name, n)
		}
		if next(Of(v), s); Of(v).queue.Len() != 1 || Of(v).held() != 8 {
			t.Errorf("%s: of 9 tasks %d are public after the owner has taken one, and %d left", name, Of(v).queue.Len(), Of(v).held())
		}
	}
}
