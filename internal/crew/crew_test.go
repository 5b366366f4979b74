package crew

import (
	"math"
	"testing"
)

// askedKind counts the requests for its work, calls first at the first, and has nothing to publish.
type askedKind struct {
	Asked
	n     int
	first func()
}

func (k *askedKind) Ask(bool) {
	if k.n++; k.n == 1 && k.first != nil {
		k.first()
	}
}
func (k *askedKind) Publish() {}

// TestAskOne wants each entry of the roster asked once, by as many numbers as there are entries, any of them.
func TestAskOne(t *testing.T) {
	c := new(Crew)
	c.Init(nil, Config{}, 1)
	var all []*askedKind
	for range 5 {
		k := new(askedKind)
		all = append(all, k)
		c.All.Add(&Worker{Crew: c, kinds: kinds{asked: [Tasks]Asked{k, new(askedKind)}}})
	}
	for n := range uint64(len(c.All.Entries())) {
		c.AskOne(math.MaxUint64 - n)
	}
	for at, k := range all {
		if k.n != 1 {
			t.Errorf("worker %d was asked %d times, want 1", at, k.n)
		}
	}
}

// TestWakeAll: of workers that are woken together one gets the caller's token, if that is given. Each other
// one is a debt, of which there is a note.
func TestWakeAll(t *testing.T) {
	for _, give := range []bool{false, true} {
		started := false
		c := starting(1, &started)
		c.TakeToken()
		var waiters *Worker
		for range 3 {
			w := c.Hire(-1)
			w.Waits, waiters = waiters, w
		}
		owed := 3
		if give {
			owed = 2
		}
		if c.WakeAll(waiters, give) != give || c.Sleep.Free() != -owed || c.Surplus.Load() != int64(owed) {
			t.Errorf("three woken, the token given: %v: %d tokens free, %d notes; want %d and %d",
				give, c.Sleep.Free(), c.Surplus.Load(), -owed, owed)
		}
	}
}

// TestForget: notes without a debt are forgotten, and one that came with its debt meanwhile is not.
func TestForget(t *testing.T) {
	started := false
	c := starting(1, &started)
	c.TakeToken()
	c.Owe(2)
	if c.Excess() || c.Surplus.Load() != 0 {
		t.Errorf("%d notes are left without a debt", c.Surplus.Load())
	}
	c.TakeToken()
	c.forget(1) // as if that note had been read before, of another debt
	if c.Surplus.Load() != 1 {
		t.Errorf("%d notes are left of one debt", c.Surplus.Load())
	}
	if !c.Excess() || c.Surplus.Load() != 0 || c.Sleep.Free() != 0 {
		t.Errorf("%d notes and %d tokens are left after the debt was paid", c.Surplus.Load(), c.Sleep.Free())
	}
}

// TestRunOneMore: the worker that is woken beyond the places is one too many when the caller says so, not by
// a note that was left of another debt; and no note is left if it rests before.
func TestRunOneMore(t *testing.T) {
	started := false
	c := starting(1, &started)
	c.TakeToken()
	c.Owe(1) // of a debt that is paid
	if !c.RunOneMore() || !started || c.Sleep.Free() != -1 {
		t.Errorf("a worker was started: %v, with %d tokens free, want true and -1", started, c.Sleep.Free())
	}
	if c.Excess() {
		t.Error("the worker is one too many before the caller says so")
	}
	if c.RunNoMore(); !c.Excess() || c.Sleep.Free() != 0 {
		t.Errorf("%d tokens are free when the caller wants no more, want 0", c.Sleep.Free())
	}
	if c.RunNoMore(); c.Surplus.Load() != 0 {
		t.Errorf("%d notes are left without a debt", c.Surplus.Load())
	}
}
