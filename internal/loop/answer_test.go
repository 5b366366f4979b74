package loop

import (
	"strings"
	"testing"

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
		outer.Next()
		outer.cursor.SetChunk(8)
		outer.Next()
		open := outer.cursor.Len()
		run(at, LoopConfig{To: 3, Grain: 1, Workers: 1}, func(inner *Part) {
			inner.Next()
			inner.cursor.Ask()
			inner.Next() // the end of a chunk of one index
			outer.cursor.Ask()
			inner.Next()
			if outer.cursor.Wanted() || outer.cursor.Len() != open+7 {
				t.Errorf("asked %v, and %d of 7 indices given back", outer.cursor.Wanted(), outer.cursor.Len()-open)
			}
		})
	})
}
