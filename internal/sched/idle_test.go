package sched

import (
	"testing"

	"github.com/skua-go/skua/internal/crew"
)

// seen is all kinds, of which there is work, and notes how many the thief takes to search.
type seen struct {
	crew.Reclaimer
	crew.Keeper
	crowd int
}

func (*seen) Ask(bool) {}

func (*seen) Waiting() (n int, anyone bool) { return 0, false }

func (k *seen) Steal(thief *crew.Worker, _ bool) (crew.Loot, bool, bool) {
	k.crowd = thief.Crowd.Searching
	return crew.Loot{}, true, false
}

// TestSleepOn: whoever is about to sleep leaves nothing to the others that search.
func TestSleepOn(t *testing.T) {
	p, k := New(crew.Config{Workers: 2}), &seen{crowd: -1}
	other := p.Hire(-1)
	other.Offer(k, k, k)
	p.All.Add(other)
	w := p.newWorker(0, nil)
	w.Crowd.Searching = 1000
	p.TakeToken()
	p.Sleep.StartSearch()
	if _, found, _ := (&resident{w, p}).sleepOn(); !found || k.crowd != 0 {
		t.Errorf("found: %v; it took %d to search, want 0: it looks at everything", found, k.crowd)
	}
}
