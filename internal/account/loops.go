package account

import (
	"github.com/skua-go/skua/internal/account/dag"
	"github.com/skua-go/skua/internal/event"
)

// loop is a loop that is not over.
type loop struct {
	at     strand
	site   int
	end    spans // of its indices
	left   int64 // indices that nobody has reserved
	counts int   // what of them is in gauge.ready
	most   int   // workers may run it; 0: any number
	parts  int   // that thieves run
	item   *dag.Item
	began  int64
	outer  bool
}

// chunk is what a worker has reserved of a loop.
type chunk struct {
	n     int64
	began int64
	off   int64
	from  spans
}

func (a *Account) loopEvent(l *line, e *event.Event) {
	if e.Kind == event.Loop {
		a.loop(l, e)
		return
	}
	p := a.loops[e.Ref]
	switch e.Kind {
	case event.Chunk:
		a.chunkEnds(l, p, e.N&(1<<32-1))
		a.set(l, event.Work)
		a.chunkBegins(l, p, e.N>>32)
	case event.Finish:
		a.chunkEnds(l, p, e.N)
		a.set(l, event.Wait)
	case event.Finished:
		a.finished(l, e, p)
	}
}

func (a *Account) loop(l *line, e *event.Event) {
	l.leaf = false
	a.set(l, event.Work)
	p := take(&a.spareLoops)
	p.at, p.site, p.left, p.began = l.strand, a.siteOr(l, e, loopSite), e.N, a.now
	p.outer, p.most = p.site != l.strand.site, int(e.Part)
	a.sites[p.site].count++
	a.sites[p.site].limited(e.Part)
	p.item = l.strand.out.Loop(&a.dag, p.site, e.N)
	if a.loops[e.Ref] != nil {
		a.reserve(a.loops[e.Ref], a.loops[e.Ref].left)
	}
	a.loops[e.Ref] = p
	a.reserve(p, 0)
	l.push(frame{loop: true, ref: e.Ref, began: a.now})
	l.strand.site, l.strand.out = p.site, p.item.First()
	p.end = l.strand.sp
}

// reserve takes n indices off those that nobody has, and counts the others as ready.
func (a *Account) reserve(p *loop, n int64) {
	p.left = max(0, p.left-n)
	is := int(min(p.left, int64(a.gauge.places)))
	if p.most > 0 {
		is = max(0, min(is, p.most-1-p.parts))
	}
	a.gauge.ready += is - p.counts
	p.counts = is
}

// share returns the innermost frame of l if it is of a loop.
func (l *line) share() *frame {
	if n := len(l.frames); n > 0 && (l.frames[n-1].loop || l.frames[n-1].part == event.Share) {
		return &l.frames[n-1]
	}
	return nil
}

func (a *Account) chunkBegins(l *line, p *loop, n int64) {
	f := l.share()
	if f == nil || p == nil {
		return
	}
	a.reserve(p, n)
	l.strand.sp = p.at.sp
	if f.part == event.Share {
		l.strand.sp.burdened += a.handover
	}
	l.alone = a.gauge.version
	l.leaf = true
	f.chunk = chunk{n: n, began: a.now, from: l.strand.sp, off: a.sites[p.site].off}
}

// chunkEnds ends the chunk of l: n indices, or as many as it began with if n is 0.
func (a *Account) chunkEnds(l *line, p *loop, n int64) {
	f := l.share()
	if f == nil || p == nil || f.chunk.n == 0 {
		return
	}
	c := f.chunk
	f.chunk = chunk{}
	if n == 0 {
		n = c.n
	}
	a.reserve(p, n-c.n) // a thief has the rest, or more chunks were told of as one
	off := min(l.off, a.now-l.since)
	a.sites[p.site].units += n
	if l.leaf && l.since == c.began {
		a.unit(l, c.began, n, off)
	}
	a.close(l)
	l.leaf = false
	end := l.strand.sp
	p.item.Piece(end.plain-c.from.plain, n)
	end.perIndex(&c.from, n)
	p.end.join(&end)
}

func (a *Account) finished(l *line, e *event.Event, p *loop) {
	if p == nil {
		a.set(l, event.Work)
		return
	}
	a.chunkEnds(l, p, e.N)
	a.set(l, event.Work)
	for f, ok := l.pop(); ok; f, ok = l.pop() {
		if f.loop && f.ref == e.Ref {
			break
		}
	}
	a.reserve(p, p.left)
	if p.outer {
		a.sites[p.site].region(a.now - p.began)
	}
	sp := p.at.sp
	sp.join(&p.end)
	p.item.Close(&a.dag, p.at.out)
	l.strand = strand{p.at.site, sp, p.at.out}
	delete(a.loops, e.Ref)
	*p = loop{}
	a.spareLoops = append(a.spareLoops, p)
}
