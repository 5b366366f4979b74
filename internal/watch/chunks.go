package watch

import (
	"cmp"
	"sync/atomic"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/tracer"
)

// Chunks is what a recording was told of the chunks of one part of a loop. Its owner calls all methods.
type Chunks struct {
	line *tracer.Line // where; nil: nothing
	from int          // the first index that was told of and has not ended
}

// loops counts the recorded loops of the process.
var loops atomic.Uint64

// Begin tells that a loop over [from, to) begins, on w, of which c is the maker's part. At most so many
// workers run it; 0 is any number. It returns the loop's number, or 0 if w is not recorded.
func (c *Chunks) Begin(w *Worker, at *Sites, kind uintptr, from, to, most int) (number uint64) {
	line := w.Listen()
	*c = Chunks{line, from}
	if line != nil {
		number = loops.Add(1) // ORDER: a number only
		e := event.Event{Kind: event.Loop, Part: event.Most(int64(most)), Ref: number, N: int64(to - from), Site: at.of(kind)}
		e.At = line.Now()
		line.Put(e)
	}
	return number
}

// Chunk tells that the chunk [from, end) begins. As long as no thief can see the part, its chunks are told
// of as one.
func (c *Chunks) Chunk(w *Worker, loop uint64, from, end int, hidden bool) {
	line := w.Listen()
	if line == nil {
		return
	}
	line.MayPause()
	if c.line != line {
		*c = Chunks{line, from}
	} else if hidden && from != c.from {
		return
	}
	line.Emit(event.Chunk, loop, int64(end-from)<<32|int64(from-c.from)&(1<<32-1), 0)
	c.from = from
}

// Fill tells that the part is about to get other indices, from lo on, of which it begins with the first
// unit. What it had ended at end.
func (c *Chunks) Fill(w *Worker, loop uint64, lo, end int) {
	line := w.Listen()
	if line == nil {
		return
	}
	ended := int64(0)
	if c.line == line {
		ended = int64(end - c.from)
	}
	*c = Chunks{line, lo}
	line.Emit(event.Chunk, loop, 1<<32|ended&(1<<32-1), 0)
}

// End tells what k says of the part: that its maker finds nothing more, or that it is over. Its last chunk
// ended at end.
func (c *Chunks) End(k event.Kind, loop uint64, end int) {
	if c.line == nil {
		return
	}
	c.line.Put(event.Event{At: c.line.Now(), Kind: k, Part: event.Share, Ref: loop, N: max(0, int64(end-c.from))})
	c.from = end
}

// siteRoom is how many kinds of loops a worker knows the call sites of. Arbitrary.
const siteRoom = 32

// Sites remembers where loops of a kind are made: where the first of them was. A worker has one.
type Sites [siteRoom]struct {
	kind uintptr
	site uint32
}

func (s *Sites) of(kind uintptr) uint32 {
	known := &s[kind/16%siteRoom]
	if known.kind != kind || known.site == 0 {
		known.kind, known.site = kind, cmp.Or(event.StreamSite(), event.CallSite())
	}
	return known.site
}
