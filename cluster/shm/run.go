package shm

import (
	"context"
	"fmt"
	"time"
)

// scratch is what a goroutine needs to run tasks.
type scratch struct {
	out []byte // results are made here
	in  []byte // with leases: a private copy of the payload
	ran uint64

	// A goroutine takes several hints at a turn while its tasks are short.
	lot   [popLot]hint
	at, n int   // the lot is lot[at:n]
	size  int   // of the next lot
	since int64 // the last look at the clock
	turns int   // with lots of one, since then
}

const (
	popLot = 16 // hints for a turn at the deque; arbitrary
	// shortTask is how short tasks are, the loop around them included, for lots of several.
	// Other processes do not see the hints of a lot, except by adoption: 16 times this is how
	// long they are kept from an idle member.
	shortTask = 2 * time.Microsecond
)

func newScratch() *scratch { return &scratch{out: make([]byte, 0, 512), size: 1} }

const keepScratch = 64 << 10 // larger buffers are not kept

const maxMessage = 1000 // bytes of an error's text that are recorded

func (m *Member) getScratch() *scratch { return m.scratch.Get().(*scratch) }

func (m *Member) putScratch(s *scratch) {
	m.mu.Lock()
	m.count.ran += s.ran
	m.p.push(s.lot[s.at:s.n]...)
	m.mu.Unlock()
	s.ran, s.at, s.n = 0, 0, 0
	if cap(s.out) > keepScratch || cap(s.in) > keepScratch {
		s = newScratch()
	}
	m.scratch.Put(s)
}

// next finds a task to try: the youngest of our own, or half of another place's. First
// it recovers the dead, if there are any.
func (m *Member) next(s *scratch) (hint, bool) {
	if s.at < s.n {
		s.at++
		return s.lot[s.at-1], true
	}
	return m.nextSlow(s)
}

func (m *Member) nextSlow(s *scratch) (hint, bool) {
	s.adapt(m.p.k)
	brief := s.size > 1
	if m.deaths.Load() {
		m.recover()
	}
	if m.starved.Load() != 0 && !m.fed() {
		return 0, false
	}
	m.mu.Lock()
	m.count.ran += s.ran
	s.ran = 0
	m.p.brief = brief
	s.at, s.n = 0, m.p.popLot(s.lot[:s.size])
	if s.n == 0 {
		if h, ok := m.p.steal(); ok {
			s.lot[0], s.n = h, 1
		}
	}
	m.mu.Unlock()
	if s.n == 0 {
		return 0, false
	}
	s.at = 1
	return s.lot[0], true
}

// awake begins the measure of adapt anew: what was waited is no task's.
func (s *scratch) awake(k kernel) { s.since, s.turns = k.now(), 0 }

// adapt chooses the size of the next lot by the time that the last ones took.
func (s *scratch) adapt(k kernel) {
	if s.turns++; s.size == 1 && s.turns < 2*popLot {
		return
	}
	now := k.now()
	long := now-s.since > int64(s.turns*s.size)*int64(shortTask)
	s.since, s.turns, s.size = now, 0, popLot
	if long {
		s.size = 1
	}
}

// try runs the task of a hint, if it still waits.
func (m *Member) try(s *scratch, h hint) bool {
	t, ok := m.p.claim(h)
	if !ok {
		return false
	}
	m.order(t.i)
	kind, result, ok := m.perform(s, t)
	if ok {
		m.finish(s, t, kind, result)
	}
	return true
}

// perform runs the handler of a claimed task. False: the task is not ours any more.
func (m *Member) perform(s *scratch, t task) (kind outcomeKind, result []byte, ok bool) {
	id, in, ok := m.p.payload(t.i)
	if !ok || id >= len(m.handlers) {
		return outcomeBroken, nil, true
	}
	if m.p.lease > 0 {
		// Once the lease is over the payload may be another task's. A swap tells that it
		// was ours while we copied.
		s.in = append(s.in[:0], in...)
		in = s.in
		if !m.p.still(t) {
			return 0, nil, false
		}
	}
	if t.w.attempts() > m.p.attempts {
		return outcomeGaveUp, fmt.Appendf(nil, "given up after %d attempts", m.p.attempts), true
	}
	kind, result = m.call(s, t, m.handlers[id], in)
	s.ran++
	return kind, result, true
}

// call calls a handler, and makes an outcome of all that can become of it.
func (m *Member) call(s *scratch, t task, h Handler, in []byte) (kind outcomeKind, result []byte) {
	returned := false
	defer func() {
		if returned {
			return
		}
		if e := recover(); e != nil {
			kind, result = outcomePanicked, fmt.Append(nil, e)
			return
		}
		// runtime.Goexit: this goroutine ends, the task must not.
		m.finish(s, t, outcomeFailed, []byte("the handler ended its goroutine (runtime.Goexit)"))
	}()
	out, err := h(m.ctx, s.out[:0], in)
	if err != nil {
		kind, result = outcomeFailed, []byte(err.Error()) // which may panic, too: of a nil *MyError
	}
	returned = true
	if err != nil {
		return kind, result
	}
	if cap(out) > cap(s.out) && !sameSlice(out, in) {
		s.out = out[:0]
	}
	return outcomeOK, out
}

// finish records the result of a claimed task, or gives the task back if there is no
// room for the result.
func (m *Member) finish(s *scratch, t task, kind outcomeKind, result []byte) {
	kind, result = m.p.fit(kind, result)
	m.order(t.i)
	if len(result) <= inlineOut && m.p.lease == 0 {
		m.p.putInline(t.i, kind, result)
		m.p.record(t, 0)
		return
	}
	// With leases even a small result lies outside the slot: a runner whose lease is over
	// may still write its own, into a block that no process reads.
	m.mu.Lock()
	block, ok := m.p.alloc(m.blobs, resultHeadSize+len(result))
	if !ok {
		m.count.gaveBack++
	}
	m.mu.Unlock()
	if !ok {
		// ORDER: before the task is given back, or this process might take it again.
		m.starved.Store(int64(resultHeadSize + len(result)))
		m.p.giveBack(t)
		return
	}
	off, _ := m.p.blockAt(m.p.me, block, resultHeadSize+len(result))
	putResultHead(m.p.bytes(off, resultHeadSize), kind, len(result))
	copy(m.p.bytes(off+resultHeadSize, len(result)), result)
	recorded := m.p.record(t, block)
	m.mu.Lock()
	if recorded {
		m.blobs.sent = append(m.blobs.sent, sentBlock{t.i, t.w.doneIn(m.p.me, block), block})
	} else {
		m.blobs.free(block)
	}
	m.mu.Unlock()
}

// fit cuts messages, and makes a failure of a result that is too large.
func (m *mapping) fit(kind outcomeKind, result []byte) (outcomeKind, []byte) {
	if kind == outcomeOK && len(result) > m.limit {
		return outcomeTooLarge, fmt.Appendf(nil, "a result of %d bytes; want at most %d", len(result), m.limit)
	}
	if kind != outcomeOK {
		result = result[:min(len(result), maxMessage, m.limit)]
	}
	return kind, result
}

// fed reports whether there is room again for the result that found none.
//
// ORDER: under mu, like the allocator that it is about.
func (m *Member) fed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.starved.Load()
	if n == 0 {
		return true
	}
	m.p.sweepSent(m.blobs)
	block, ok := m.blobs.alloc(int(n))
	if ok {
		m.blobs.free(block)
		m.starved.Store(0)
	}
	return ok
}

// local runs a handler without a slot.
func (m *Member) local(ctx context.Context, id int, payload []byte) (result []byte, err error) {
	m.mu.Lock()
	m.count.local++
	m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	kind, result := m.callLocal(id, payload)
	kind, result = m.p.fit(kind, result)
	if kind != outcomeOK {
		return nil, failure(kind, m.names[id], result)
	}
	return result, nil
}

func (m *Member) callLocal(id int, payload []byte) (kind outcomeKind, result []byte) {
	returned := false
	defer func() {
		if !returned {
			if e := recover(); e != nil {
				kind, result = outcomePanicked, fmt.Append(nil, e)
			}
		}
	}()
	out, err := m.handlers[id](m.ctx, nil, payload)
	kind, result = outcomeOK, out
	if err != nil {
		kind, result = outcomeFailed, []byte(err.Error())
	}
	returned = true
	return kind, result
}
