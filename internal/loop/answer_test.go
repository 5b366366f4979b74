package loop

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop/cost"
)

// noKind is all kinds of work, of which there is none.
type noKind struct{ crew.Keeper }

func (noKind) Ask(bool)                                               {}
func (noKind) Answer()                                                {}
func (noKind) Steal(*crew.Worker, bool) (l crew.Loot, ok, again bool) { return }
func (noKind) Publish()                                               {}
func (noKind) Waiting() (n int, anyone bool)                          { return }
func (noKind) Tidy()                                                  {}
func (noKind) Reclaim()                                               {}
func (noKind) Abandon()                                               {}

// bottom is the place below which a worker has nothing.
type bottom struct{ w *crew.Worker }

func (b bottom) Worker() *crew.Worker  { return b.w }
func (bottom) Base() uint32            { return 0 }
func (bottom) OffersBelow(uint32) bool { return false }

// looper returns the place of a worker, one of two, that has loops.
func looper() bottom {
	w := loopCrew(crew.Config{}, 2).Hire(-1)
	w.Offer(New(w), noKind{}, noKind{})
	return bottom{w}
}

// run runs a loop as the facade does.
func run(at Place, c LoopConfig, body func(p *Part)) {
	p := Begin(at, c)
	for more := true; more; more = p.More() {
		body(p)
	}
	p.End(true)
}

// TestPart_outerAsked asks for the rest of an outer chunk when the owner, in an inner loop,
// has just answered a request for that: it must see the second request at the end of the
// inner chunk, since nobody asks again.
func TestPart_outerAsked(t *testing.T) {
	at := looper()
	run(at, LoopConfig{To: 100}, func(outer *Part) {
		outer.cursor.Expect(0) // whatever loops of this kind took before
		outer.Next()
		outer.cursor.SetChunk(8)
		outer.Next()
		open := outer.cursor.Len()
		run(at, LoopConfig{To: 3, Grain: 1, Workers: 1}, func(inner *Part) {
			inner.Next()
			inner.ask()
			inner.Next() // the end of a chunk of one index
			outer.ask()
			inner.Next()
			if outer.cursor.Wanted() || outer.cursor.Len() != open+7 {
				t.Errorf("asked %v, and %d of 7 indices given back", outer.cursor.Wanted(), outer.cursor.Len()-open)
			}
		})
	})
}

// TestSteal_patience: a thief asks for the rest of a chunk only if the part was empty at its last
// looks too, and is patient again after a steal.
func TestSteal_patience(t *testing.T) {
	at, thief := looper(), looper().Worker()
	rest := func(p *Part) {
		for p.Next() {
		}
	}
	run(at, LoopConfig{To: 2, Grain: 1, Body: rest}, func(p *Part) {
		look := func(wantStolen, wantAsked bool) {
			t.Helper()
			loot, stolen, _ := Of(at.Worker()).Steal(thief, true)
			if stolen != wantStolen || p.cursor.Wanted() != wantAsked {
				t.Fatalf("stolen %v, asked %v, want %v, %v", stolen, p.cursor.Wanted(), wantStolen, wantAsked)
			}
			if stolen {
				loot.Run(thief)
			}
		}
		p.Next()
		Of(thief).looks = 9
		look(true, false)
		for range patience {
			look(false, false)
		}
		look(false, true)
	})
}

// TestLoop_learnsOfItsMaker: what an index costs is learnt from those that the maker ran.
func TestLoop_learnsOfItsMaker(t *testing.T) {
	kind := uintptr(rand.Uint64()) // not one of before: a rise is noted step by step
	at, thief := looper(), looper().Worker()
	var least time.Duration
	ran := 0
	body := func(p *Part) {
		if p.Worker() == thief {
			for p.Next() {
			}
			return
		}
		begun := clock.Now()
		p.cursor.SetChunk(1)
		for p.Next() {
			if ran++; ran == 1 {
				loot, _, _ := Of(at.Worker()).Steal(thief, false)
				loot.Run(thief)
			}
		}
		for clock.Now()-begun < 2*time.Millisecond {
		}
		least = clock.Now() - begun
	}
	run(at, LoopConfig{To: 64, Kind: kind, Body: body}, body)
	var l cost.Loop
	new(cost.Past).Begin(&l, kind, 64, 0, false)
	// A millisecond is the most that is remembered of an index.
	if seems, want := l.Takes(ran), min(least, time.Duration(ran)*time.Millisecond)-time.Duration(ran); ran >= 64 || seems < want {
		t.Errorf("the maker ran %d of 64 indices in %v or more, and they seem to take %v", ran, least, seems)
	}
}

// TestLoops_learns wants estimates only where the first chunk, or waking somebody, depends on them.
func TestLoops_learns(t *testing.T) {
	one, two := loopCrew(crew.Config{}, 1), loopCrew(crew.Config{}, 2)
	for _, c := range []struct {
		what string
		crew *crew.Crew
		loop LoopConfig
		want bool
	}{
		{"a loop", two, LoopConfig{To: 9}, true},
		{"with a grain", two, LoopConfig{To: 9, Grain: 1}, false},
		{"of one worker", two, LoopConfig{To: 9, Workers: 1}, true},
		{"of two workers", two, LoopConfig{To: 9, Workers: 2}, true},
		{"of one index", two, LoopConfig{To: 1}, false},
		{"on a pool of one", one, LoopConfig{To: 9}, true},
	} {
		on := New(c.crew.Hire(-1))
		l := on.newLoop(c.loop)
		if l.Help = on.help(l); l.cost.Learns() != c.want {
			t.Errorf("%s: learns is %v", c.what, l.cost.Learns())
		}
	}
}

// TestBegin_streak: a loop that wakes a worker for a streak of short ones says so.
func TestBegin_streak(t *testing.T) {
	const n, takes, first = 100, 10 * time.Microsecond, 16
	at, kind := looper(), uintptr(rand.Uint64())
	w, past := at.Worker(), &Of(at.Worker()).past
	end := func(ran int) {
		l := cost.Loop{Ran: ran}
		past.Begin(&l, kind, n, 0, false)
		past.Returned(&l, time.Hour-takes*time.Duration(ran)/n, time.Hour) // in the future: what follows comes soon after
		past.End(&l, n, cost.All, nil)
	}
	end(n / 2) // with help: a streak begins
	for k := 0; k < first; k += 2 {
		if w.Crew.Streak.Load() {
			t.Fatalf("after %d loops a worker was woken", k)
		}
		end(n)
		run(at, LoopConfig{To: n, Kind: kind}, func(*Part) {}) // which makes the estimate twice as long, or half
	}
	if !w.Crew.Streak.Load() {
		t.Errorf("after %d loops no worker was woken for a streak", first)
	}
}
