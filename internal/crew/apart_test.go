//go:build race && !explore

package crew

import (
	"testing"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/sleep"
)

// TestBlock_room: a branch that is in Blocking leaves its room to others: as many may exist beside it as
// without it.
func TestBlock_room(t *testing.T) {
	defer apart.Set(apart.All)()
	no := func() bool { return false }
	c := new(Crew)
	c.Init(nil, Config{}, 1)
	c.Sleep = sleep.New(1, no, no, no)
	room := func() (n int) {
		var all []*apart.Branch
		for c.Turns.Admits() {
			all = append(all, c.Turns.Go(nil, func(*apart.Branch) {}))
		}
		for _, b := range all {
			b.Drop()
		}
		return len(all)
	}
	want, got := room(), 0
	if !c.Turns.Admits() {
		t.Fatal("a branch is not admitted")
	}
	c.Turns.Go(nil, func(b *apart.Branch) {
		w := newWorker(c, -1)
		w.yes = true
		w.Offer(idle{}, idle{}, idle{})
		w.Arrive(b)
		w.Block(func() { got = room() })
		w.Unbind()
	}).Run()
	if got != want || want == 0 {
		t.Errorf("%d branches may exist beside one in Blocking, want %d", got, want)
	}
}

// idle is all kinds, of which there is no work.
type idle struct {
	Reclaimer
	Keeper
}

func (idle) Publish() {}

func (idle) Waiting() (n int, anyone bool) { return 0, false }

func (idle) Steal(*Worker, bool) (l Loot, ok, again bool) { return }
