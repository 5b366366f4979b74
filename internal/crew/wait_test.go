package crew

import (
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/sleep"
)

// starting returns a crew with as many workers and tokens as n, in which work is always public, and that
// notes in started that it was to start a worker.
func starting(n int, started *bool) *Crew {
	yes := func() bool { return true }
	c := new(Crew)
	c.Init(nil, Config{}, n)
	c.Sleep = sleep.New(n, func() bool { *started = true; return true }, yes, yes)
	return c
}

// TestAwait_debt: a waiter that searches alone asks other owners. If a token is overdrawn meanwhile its own
// pays for that, and goes to no other worker, although work is public.
func TestAwait_debt(t *testing.T) {
	started, c := false, new(Crew)
	c.Init(nil, Config{}, 1)
	asked := new(askedKind)
	c.Sleep = sleep.New(1, func() bool { started = true; return true }, func() bool { return true }, func() bool { return asked.n > 0 })
	asked.first = c.TakeToken // a caller's
	c.All.Add(&Worker{Crew: c, kinds: kinds{asked: [Tasks]Asked{asked, new(askedKind)}}})
	w := c.Hire(-1)
	w.asked = [Tasks]Asked{new(askedKind), new(askedKind)}
	c.TakeToken()
	w.Parker.Unpark() // so that w does not wait
	var state atomic.Uint32
	w.Await(&state)
	if state.Load() != Parked || asked.n == 0 {
		t.Errorf("the waiter is %s, and has asked %d times, want parked, and more than 0", StateName(state.Load()), asked.n)
	}
	if searching, free := c.Sleep.Now(); searching > 0 || free != 0 || started {
		t.Errorf("%d search, %d tokens are free, a worker was started: %v; want 0, 0, false", searching, free, started)
	}
}
