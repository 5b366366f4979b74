package loop

import (
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
)

// noKind is a kind of work of which there is none.
type noKind struct{}

func (noKind) Ask(bool)                                               {}
func (noKind) Answer()                                                {}
func (noKind) Steal(*crew.Worker, bool) (l crew.Loot, ok, again bool) { return }
func (noKind) Publish()                                               {}
func (noKind) Waiting() (n int, anyone bool)                          { return }
func (noKind) Check() error                                           { return nil }
func (noKind) Describe(*strings.Builder)                              {}

// bottom is the place below which a worker has nothing.
type bottom struct{ w *crew.Worker }

func (b bottom) Worker() *crew.Worker  { return b.w }
func (bottom) Base() uint32            { return 0 }
func (bottom) OffersBelow(uint32) bool { return false }

// looper returns the place of a worker, one of two, that has loops.
func looper() bottom {
	w := loopCrew(crew.Config{}, 2).Hire(-1)
	w.Offer([crew.Kinds]crew.Kind{New(w), noKind{}, noKind{}})
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
	here.alone.Store(0) // of this test run before: a rise is noted step by step
	run(at, LoopConfig{To: 64, Kind: kind, Body: body}, body)
	if cost, _ := here.load(here.alone); ran >= 64 || cost < min(uint64(least)*16/uint64(ran), 1<<costBits-1) {
		t.Errorf("the maker ran %d of 64 indices in %v or more, and one is said to cost %d/16 ns", ran, least, cost)
	}
}

// TestLoop_learnsOfHelp: of a short loop with help it is learnt how long it took, and that of its maker's
// indices only if they took four times as long as before.
func TestLoop_learnsOfHelp(t *testing.T) {
	const kind = 987655
	at, thief := looper(), looper().Worker()
	here := siteOf(kind)
	here.note(64, 2*near)
	before, _ := here.load(here.alone)
	body := func(p *Part) {
		if p.Worker() != thief && p.cursor.Len() == 64 {
			p.show()
			loot, _, _ := Of(at.Worker()).Steal(thief, false)
			loot.Run(thief)
		}
		for p.Next() {
		}
		for begun := clock.Now(); p.Worker() != thief && clock.Now()-begun < 10*near; {
		}
	}
	run(at, LoopConfig{To: 64, Kind: kind, Body: body}, body)
	if helped, known := here.load(here.helped); !known || helped < uint64(10*near)*16/64 {
		t.Errorf("a loop with help that took 10 times near left %d/16 ns for an index (known: %v)", helped, known)
	}
	if now, _ := here.load(here.alone); now < 2*before {
		t.Errorf("an index that took much longer than before went from %d/16 ns to %d/16 ns", before, now)
	}
}
