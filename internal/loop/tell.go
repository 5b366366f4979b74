package loop

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/tracer"
)

// numbers counts the recorded loops of the process.
var numbers atomic.Uint64

// tale is what a part has told of its chunks.
type tale struct {
	line *tracer.Line // where; nil: nothing
	from int          // the first index that was told of and has not ended
}

// siteRoom is how many kinds of loops a worker knows the call sites of. Arbitrary.
const siteRoom = 32

// madeAt is where loops of a kind are made.
type madeAt struct {
	kind uintptr
	site uint32
}

// tellLoop tells that the loop begins, if its worker is recorded.
func (on *Loops) tellLoop(l *Loop) {
	l.number, l.first.told = 0, tale{}
	line := on.worker.Listen()
	if line == nil {
		return
	}
	l.number = numbers.Add(1) // ORDER: a number only
	l.first.told = tale{line, l.From}
	line.Emit(event.Loop, l.number, int64(l.To-l.From), on.siteOf(l.Kind))
}

// siteOf returns where loops of that kind are made: where the first of them was.
func (on *Loops) siteOf(kind uintptr) uint32 {
	known := &on.sites[kind/16%siteRoom]
	if known.kind != kind || known.site == 0 {
		*known = madeAt{kind, event.CallSite()}
	}
	return known.site
}

// tellChunk tells that a chunk begins. As long as no thief can see the part, its chunks are told of
// as one.
func (p *Part) tellChunk() {
	line := p.worker.Listen()
	if line == nil {
		return
	}
	line.MayPause()
	from, end := p.cursor.Reserved()
	if p.told.line != line {
		p.told = tale{line, from}
	} else if p.hidden && from != p.told.from {
		return
	}
	line.Emit(event.Chunk, p.loop.number, int64(end-from)<<32|int64(from-p.told.from)&(1<<32-1), 0)
	p.told.from = from
}

// tellFill tells that the part is about to get [lo, hi), of which it begins with the first unit.
func (p *Part) tellFill(lo, hi int) {
	line := p.worker.Listen()
	if line == nil {
		return
	}
	ended := int64(0)
	if p.told.line == line {
		_, end := p.cursor.Reserved()
		ended = int64(end - p.told.from)
	}
	p.told = tale{line, lo}
	line.Emit(event.Chunk, p.loop.number, 1<<32|ended&(1<<32-1), 0)
}

// tellEnd tells that the part has come to its end, and how many indices its last chunk had.
func (p *Part) tellEnd(k event.Kind) {
	line := p.worker.Line
	if line == nil || p.told.line != line {
		return
	}
	_, end := p.cursor.Reserved()
	line.Put(event.Event{
		At: line.Now(), Kind: k, Part: event.Share, Ref: p.loop.number, N: max(0, int64(end-p.told.from)),
	})
	p.told.from = end
}
