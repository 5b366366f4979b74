package tracer

import (
	"sync"

	"github.com/skua-go/skua/internal/event"
)

// farBehind is how many full chunks of a line may wait to be merged before the line's worker
// waits for the merging: 256 KB. Arbitrary.
const farBehind = 8

// round is what merges all lines; doc.go says how.
type round struct {
	mu    sync.Mutex
	known int   // lines that the Sink was told of
	cost  int64 // nanoseconds of processor time that all rounds took
	heap  []head
	event event.Event // that the Sink gets
}

// head is a line in the merge, and the time of its oldest event.
type head struct {
	at   int64
	line *event.Line
}

// Advance makes a round, unless one is being made.
func (t *Tracer) Advance() { t.advance(t.Now) }

// advance is Advance by that clock.
func (t *Tracer) advance(now func() int64) {
	if t.round.mu.TryLock() {
		defer t.round.mu.Unlock()
		t.merge(now())
	}
}

// merge gives the Sink all events up to the horizon, by time. Under round.mu, with a horizon
// that was read before.
func (t *Tracer) merge(horizon int64) {
	if t.config.Sink == nil {
		return
	}
	r := &t.round
	r.cost += Cost(func() { t.mergeNow(horizon) })
}

func (t *Tracer) mergeNow(horizon int64) {
	r := &t.round
	r.heap = r.heap[:0]
	lines := t.snapshot()
	for _, l := range lines[r.known:] {
		t.config.Sink.Line(l.events.ID, l.events.Name, l.events.Guest)
	}
	r.known = len(lines)
	begin := func(l *event.Line) {
		if e, ok := l.Next(); ok && e.At <= horizon {
			r.heap = append(r.heap, head{e.At, l})
		}
	}
	begin(t.outside.line)
	for _, l := range lines {
		begin(l.events)
	}
	for k := len(r.heap)/2 - 1; k >= 0; k-- {
		r.sift(k)
	}
	for len(r.heap) > 0 {
		t.take(horizon)
	}
}

// take gives the Sink the events of the heap's first line that are older than those of all others.
func (t *Tracer) take(horizon int64) {
	r := &t.round
	l, end := r.heap[0].line, horizon
	for _, h := range r.heap[1:min(3, len(r.heap))] {
		end = min(end, h.at)
	}
	for {
		e, ok := l.Next()
		if !ok || e.At > horizon {
			last := len(r.heap) - 1
			r.heap[0] = r.heap[last]
			r.heap = r.heap[:last]
			break
		}
		if e.At > end {
			r.heap[0].at = e.At
			break
		}
		r.event = *e // what is in a line never changes
		t.config.Sink.Add(l.ID, &r.event)
		l.Took()
	}
	r.sift(0)
}

// sift moves the head at k down to where no older one is below it.
func (r *round) sift(k int) {
	h := r.heap
	for {
		least := k
		for child := 2*k + 1; child <= 2*k+2 && child < len(h); child++ {
			if h[child].at < h[least].at {
				least = child
			}
		}
		if least == k {
			return
		}
		h[k], h[least] = h[least], h[k]
		k = least
	}
}

// full is called by the line's worker when a chunk of it is full.
func (l *Line) full(*event.Line) {
	t := l.tracer
	if t.over.Load() {
		return
	}
	far := l.events.Behind() > farBehind
	if !far && !t.round.mu.TryLock() {
		return
	}
	if far {
		t.round.mu.Lock()
	}
	defer t.round.mu.Unlock()
	l.hold(1, func() { t.merge(t.Now()) })
}

// outsideFull is the same for the line that no worker has.
func (t *Tracer) outsideFull(l *event.Line) {
	if l.Behind() <= farBehind {
		t.Advance()
		return
	}
	t.round.mu.Lock()
	defer t.round.mu.Unlock()
	t.merge(t.Now())
}
