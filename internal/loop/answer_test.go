package loop

import (
	"testing"
	"time"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
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
	const kind = 987654
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
	here := siteOf(kind)
	here.word.Store(0) // of this test run before: a rise is noted step by step
	run(at, LoopConfig{To: 64, Kind: kind, Body: body}, body)
	if cost, _ := here.load(); ran >= 64 || cost < min(uint64(least)*16/uint64(ran), 1<<costBits-1) {
		t.Errorf("the maker ran %d of 64 indices in %v or more, and one is said to cost %d/16 ns", ran, least, cost)
	}
}

// TestLoop_learnsOfHelp: a short loop with help tells what help costs, and what its maker's indices cost
// only if that is less than what is known, or four times as much: the maker of a loop with help is slower.
func TestLoop_learnsOfHelp(t *testing.T) {
	const kind, alone = 987655, 64 * 250 * time.Nanosecond
	here := siteOf(kind)
	for _, c := range []struct{ half, seems time.Duration }{
		{alone / 4, alone / 2}, {alone / 2, alone}, {alone, alone}, {2 * alone, 2 * alone}, {9 * alone, 2 * alone},
	} {
		here.word.Store(0)
		here.note(64, alone)
		on := Of(looper().Worker())
		on.toll = leastToll
		l := &Loop{LoopConfig: LoopConfig{To: 64}, help: help{lazy: true}}
		l.cost = cost{here: here, ran: 32, spent: c.half, begun: clock.Now() - alone}
		l.first.on = on
		l.note()
		if on.toll <= leastToll || on.series.wake != firstWake {
			t.Errorf("help that made nothing faster seems to have cost %v", time.Duration(on.toll))
		}
		if now := here.takes(64).Round(time.Microsecond); now != c.seems {
			t.Errorf("after %v for half of the indices all seem to take %v, want %v", c.half, now, c.seems)
		}
	}
}
