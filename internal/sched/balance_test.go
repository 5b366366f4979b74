package sched

import (
	"testing"

	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sleep"
)

// TestBalance: a worker with tasks takes some of one that has more, if the policy says
// so, until it has as many.
func TestBalance(t *testing.T) {
	for _, c := range []struct {
		policy    string
		own, more int
		moves     bool
	}{{"chance:100", 1, 10, true}, {"chance:100", 5, 5, false}, {"chance:100", 0, 10, false}, {"empty", 1, 10, false}} {
		balance, err := policy.ParseBalance(c.policy)
		if err != nil {
			t.Fatal(err)
		}
		p := New(Config{Workers: 2, Balance: balance})
		p.bound = new(bound)         // the calls below do not end
		p.living = sleep.MaxSleepers // so no resident is started, for tasks that are none
		w, v := p.Enter(nil), p.Enter(nil)
		for n := range c.own {
			w.queue.Push(&Task{body: n})
		}
		for n := range c.more {
			v.queue.Push(&Task{body: n})
		}
		for range 100 {
			w.balance()
		}
		own, more := w.queue.Len(), v.queue.Len()
		if own+more != c.own+c.more || own > c.own != c.moves || w.count.steals.Load() > 0 != c.moves {
			t.Errorf("%s: of %d and %d tasks there are %d and %d after balancing, %d steals; want moves: %v",
				c.policy, c.own, c.more, own, more, w.count.steals.Load(), c.moves)
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
	p := New(Config{Workers: 2, Deque: ABP, Balance: balance})
	p.bound = new(bound)         // the calls below do not end
	p.living = sleep.MaxSleepers // so that no resident is started, which would run them
	w, v := p.Enter(nil), p.Enter(nil)
	s := &Scope{pool: p}
	for w.queue.Push(&Task{scope: s}) {
	}
	for w.queue.Len() > 1 {
		w.queue.Steal()
	}
	for range 10 {
		v.queue.Push(&Task{scope: s})
	}
	for range 100 {
		w.balance()
	}
	if own, more, inbox := w.queue.Len(), v.queue.Len(), p.injector.len(); inbox == 0 || own+more+inbox != 11 {
		t.Errorf("of 11 tasks there are %d and %d in queues and %d in the inbox", own, more, inbox)
	}
}
